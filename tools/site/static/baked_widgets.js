// The racetrack and the release desk without a kernel: models that answer their scripts from tables of tools/site/bake_widgets.py.

// What names its arrays by their places, with their numbers.
const withArrays = (table, { arrays, ...words }) => ({
  ...words, ...Object.fromEntries(Object.entries(arrays).map(([name, place]) => [name, Float64Array.from(table.arrays[place])])),
});

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
    const season = withArrays(table, table.seasons[at]);
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
    Object.assign(this, { at: table.own, drawn: table.plans.map(() => 0), spent: [0, 0], number: 0 });
    this.set("plan_data", table.plans[this.at].plan);
    this.release(this.at);
  }

  hear({ type, changes, sequence }) {
    const { table } = this, { plan } = table.plans[this.at];
    const { method = plan.method, degree = plan.degree, epsilon_place: epsilon = plan.epsilon[0] } = changes;
    const places = [[table.methods, method], [table.degrees, degree]].map(([all, one]) => all.indexOf(one));
    this.at = (places[0] * table.degrees.length + places[1]) * table.layout.epsilons.length + epsilon;
    this.change("plan_data", { ...table.plans[this.at].plan, sequence });
    if (type !== "release" || this.running) return;
    const { releases, plan: { epsilon: [, , takes] } } = table.plans[this.at], left = table.layout.tank - this.spent[0];
    const dry = takes > left + 1e-9 && table.dry.replace("{takes}", takes).replace("{left}", numberText(left));
    if (!dry && this.drawn[this.at] < releases.length) this.play(this.at, releases[this.drawn[this.at]].run);
    else this.tell("msg:custom", { type: "failed", sequence, words: dry || table.seen });
  }

  // The looks at a run, as a kernel tells them, then the release.
  play(at, [look, ...rest]) {
    this.running = Boolean(look);
    if (!look) this.release(at);
    else setTimeout(() => this.play(at, rest), this.table.pause);
    this.change("progress", look ? withArrays(this.table, look) : {});
    if (!look) this.tell("change:result");
  }

  // The next release of a plan.
  release(at) {
    const { table, drawn } = this, { spent, ...release } = withArrays(table, table.plans[at].releases[drawn[at]++]);
    this.spent = this.spent.map((sum, i) => sum + spent[i]);
    const [epsilon, delta] = this.spent.map((sum, i) => numberText(sum, 3 - i).replace("e-0", "e-")), number = this.number += 1;
    const account = table.accounts[number > 1 ? 1 : 0].replace(/\{(\w+)\}/g, (_, name) => ({ epsilon, delta, count: number })[name]);
    this.set("result", { ...release, spent: this.spent[0], number, account, subsets: table.subsets[release.degree] });
  }
}
