// The racetrack and the release desk without a kernel: models that answer their scripts from tables of tools/site/bake_widgets.py.

// Arrays of whole numbers in groups; what a season or a release names as [group, place] comes as its numbers.
function withArrays(table, take) {
  const groups = table.groups.map(([unit, width, length, count]) => {
    const all = length * count, number = unit ? (code) => code / unit : numbers(3);
    const values = width ? take(all / width, width, 1, number) : take(1, all, 1, number);
    return (place) => values.subarray(place * length, (place + 1) * length);
  });
  table.whole = ({ arrays, ...words }) => ({
    ...words, ...Object.fromEntries(Object.entries(arrays).map(([name, [group, place]]) => [name, groups[group](place)])),
  });
  return table;
}

class TableModel {
  constructor(table, state) { Object.assign(this, { table, state, listeners: {} }); }
  get(name) { return this.state[name]; }
  set(name, value) { this.state[name] = value; }
  save_changes() {}
  on(event, listener) { (this.listeners[event] ??= new Set()).add(listener); }
  off(event, listener) { this.listeners[event]?.delete(listener); }
  tell(event, ...said) { for (const listener of [...(this.listeners[event] ?? [])]) listener(...said); }
  change(name, value) { this.set(name, value); this.tell(`change:${name}`); }
  send(message) { queueMicrotask(() => this.hear(message)); } // as a kernel would: never before the question has been asked
}

class TableRace extends TableModel {
  constructor(table) {
    const { seed, world, eta, round } = table.start;
    super(table, { layout_data: table.layout, round });
    this.place = { world: table.worlds.indexOf(world), seed: table.seeds.indexOf(seed), eta };
    this.set("season", { ...this.season(), round });
  }

  season() {
    const { table, place } = this, at = (place.world * table.seeds.length + place.seed) * table.etas.length + place.eta;
    const season = table.whole(table.seasons[at]);
    return { ...season, tipsters: table.tipsters[season.world] };
  }

  hear({ changes, sequence }) {
    const { table, place } = this, { world, seed, position, eta } = changes;
    if (world !== undefined) place.world = table.worlds.indexOf(world);
    if (seed !== undefined) place.seed = Math.max(0, table.seeds.indexOf(seed)); // after the last the first
    if ((position ?? eta) !== undefined) place.eta = table.etas.indexOf(position ?? eta);
    if (world !== undefined || seed !== undefined) this.set("round", 0);
    this.change("season", { ...this.season(), round: this.get("round"), sequence });
  }
}

class TableDesk extends TableModel {
  constructor(table) {
    super(table, { layout_data: table.layout, progress: {} });
    Object.assign(this, { at: table.own, drawn: table.plans.map(() => 0), spent: [] });
    this.set("plan_data", table.plans[this.at].plan);
    this.release();
  }

  hear({ type, changes, sequence }) {
    const { table } = this, { plan } = table.plans[this.at];
    const { method = plan.method, degree = plan.degree, epsilon_place: epsilon = plan.epsilon[0] } = changes;
    const places = [[table.methods, method], [table.degrees, degree]].map(([all, one]) => all.indexOf(one));
    this.at = (places[0] * table.degrees.length + places[1]) * table.layout.epsilons.length + epsilon;
    this.change("plan_data", { ...table.plans[this.at].plan, sequence });
    if (type !== "release") return;
    if (this.release()) { this.tell("change:progress"); this.tell("change:result"); }
    else this.tell("msg:custom", { type: "failed", sequence, words: table.seen });
  }

  // The next release of the plan; false, once all have been shown.
  release() {
    const { table, at, spent } = this, { releases } = table.plans[at];
    if (this.drawn[at] === releases.length) return false;
    const release = table.whole(releases[this.drawn[at]]);
    this.drawn[at] += 1;
    spent.push(release.spent);
    this.set("result", { ...release, number: spent.length, account: this.account(), subsets: table.subsets[release.degree] });
    return true;
  }

  account() {
    const [epsilon, delta] = [0, 1].map((i) => this.spent.reduce((sum, one) => sum + one[i], 0)), count = this.spent.length;
    const said = { epsilon: numberText(epsilon), delta: numberText(delta, 2).replace("e-0", "e-"), count };
    return this.table.accounts[count > 1 ? 1 : 0].replace(/\{(\w+)\}/g, (_, name) => said[name]);
  }
}
