// An explorer without a kernel: a model that answers explorer.js from a table that tools/site/bake.py packed.

const tables = {}; // name to what waits for it

function tableSlot(name) {
  if (!tables[name]) {
    tables[name] = {};
    tables[name].promise = new Promise((resolve, reject) => Object.assign(tables[name], { resolve, reject }));
  }
  return tables[name];
}
globalThis.dplearnTable = (name, packed) => {
  tableSlot(name).came = true;
  unpacked(packed).then(tableSlot(name).resolve, () => tableSlot(name).reject(new Error("its table is damaged")));
};

// The table of an experiment; its script is loaded when first asked for.
function loadTable(name) {
  try { new DecompressionStream("deflate"); } catch { throw new Error("this browser is too old to unpack its table"); }
  const slot = tableSlot(name);
  if (!slot.asked) {
    slot.asked = true;
    loaded(`tables/${name}.js`).then(() => slot.came || slot.reject(new Error("its table is damaged")),
      () => slot.reject(new Error("its table could not be read")));
  }
  return slot.promise;
}

async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

const count = (kept) => kept.reduce((n, places) => n * places.length, 1);

// y as it is drawn: far values are pulled to just outside the axis (dplearn.figures.style.drawable).
function drawable(axis) {
  const span = axis.high - axis.low;
  const [low, high] = axis.log ? [axis.low * 1e-2, axis.high * 1e2] : [axis.low - span, axis.high + span];
  return (y) => Math.min(Math.max(y, low), high); // NaN stays NaN
}

class BakedModel {
  // `start`: value by parameter name; where the page says nothing, the default.
  constructor(table, start) {
    this.table = table;
    this.listeners = new Set();
    const there = (name, values) => (name in start ? values.findIndex((repr) => repr === `'${start[name]}'` || Number(repr) === start[name]) : values.indexOf(table.defaults[name]));
    this.start = Object.fromEntries(Object.entries(table.values).map(([name, values]) => [name, Math.max(0, there(name, values))]));
    this.state = { layout_data: table.layout, positions: this.start };
  }

  get(name) { return this.state[name]; }
  set(name, value) { this.state[name] = value; }
  on(_, listener) { this.listeners.add(listener); }
  off(_, listener) { this.listeners.delete(listener); }
  answer(message, ...buffers) { for (const listener of [...this.listeners]) listener(message, buffers.map((b) => new DataView(b.buffer))); }

  send(message) {
    if (message.type === "reset") {
      this.set("positions", this.start);
      this.answer({ type: "moved", positions: this.start });
      return;
    }
    if (message.positions) this.set("positions", message.positions);
    const { view, sequence } = message;
    for (const [said, ...buffers] of this.said(this.get("positions"))) this.answer({ ...said, view, sequence }, ...buffers);
  }

  // The messages that a kernel would send at these positions: curves, then runs.
  said(positions) {
    const { table } = this, { layout, values, x } = table, names = Object.keys(values);
    const texts = Object.fromEntries(layout.controls.map((c) => [c.name, c.texts[positions[c.name]]]));
    const marker = layout.marker && Number(values[layout.marker][positions[layout.marker]]);
    const place = marker === null ? -1 : nearest(x, marker), { y: axis } = layout.frame, curves = [];
    for (const group of table.curves) {
      const at = located(table, group, positions);
      group.series.forEach((i, row) => { curves[i] = this.curve(group, row, at, place); });
    }
    const readings = Object.fromEntries(curves.map(({ y, exact, elsewhere, read }, i) => {
      const { key, mark } = layout.rows[i], drawn = isDrawn(y, axis, mark);
      if (place < 0) return [key, [drawn ? elsewhere && `drawn${elsewhere}` : "not drawn here", drawn]];
      if (Number.isNaN(y[read])) return [key, [`does not apply${elsewhere}`, drawn]];
      if (!exact && !isDrawn([y[read]], axis, "points")) return [key, ["beyond the axes", drawn]];
      return [key, [`${exact ? numberText(y[read]) : `≈ ${numberText(y[read], 2)}`}${elsewhere}${drawn ? "" : ", beyond the axes"}`, drawn]];
    }));
    const fit = drawable(axis), slack = 1e-9 * (axis.high - axis.low), cut = (y) => (y >= axis.low - slack && y <= axis.high + slack ? y : NaN);
    const heights = curves.map(({ y }, i) => Float32Array.from(y, layout.rows[i].mark === "points" ? cut : fit));
    const told = names.filter((name) => values[name][positions[name]] !== table.defaults[name]).map((name) => `, ${name}=${values[name][positions[name]]}`);
    const runs = table.runs && located(table, table.runs, positions), runs_of = runs ? String(runs.close) : "";
    const away = layout.rows.filter((row, i) => (row.key === "simulation" ? runs.whole === null : curves[i].away)).map((row) => row.key);
    const picture = {
      type: "picture", positions, runs_of, keys: layout.rows.slice(0, curves.length).map((row) => row.key), sizes: curves.map(() => x.length), marker,
      code: `explore(experiments.${layout.name}${told.join("")})`, readings, texts, away,
      words: `at ${layout.controls.map((c) => `${c.symbol || c.meaning} = ${texts[c.name]}`).join(", ")}`,
    };
    const answers = [[picture, Float32Array.from(curves.flatMap(() => x)), Float32Array.from(heights.flatMap((y) => [...y]))]];
    if (runs) answers.push(this.estimate(runs, runs_of, marker));
    return answers;
  }

  // A curve of a group at all x: as baked; between baked settings interpolated where that is near the truth, or as it is at the nearest.
  // `exact`: whether the reading at the marker is; `elsewhere` says where it holds; `away`: the curve is another setting's, and read where
  // that setting's marker stands: at the place `read`.
  curve(group, row, { whole, cell, close, nearby, elsewhere, stencils }, place) {
    const { x, order, layout, values } = this.table, [scaled, back] = layout.frame.y.log ? [Math.log, Math.exp] : [Number, Number], n = x.length;
    const row_of = (setting) => Float64Array.from(group.y[row][setting]), form = whole === null ? group.smooth[row][cell] : "whole";
    let y = row_of(whole ?? close), exact = form === "0" || form === "whole";
    if (!exact) {
      const sum = new Float64Array(n);
      for (const [setting, weight] of nodes(stencils(form === "2" ? order : 2))) row_of(setting).forEach((v, i) => { sum[i] += weight * scaled(v); });
      exact = place >= 0 && Number.isNaN(sum[place]); // a curve may end elsewhere than those around it
      if (!exact) y = sum.map(back);
    }
    const away = exact && whole === null, read = away && layout.marker in nearby ? nearest(x, Number(values[layout.marker][nearby[layout.marker]])) : place;
    return { y, exact, elsewhere: away ? elsewhere : "", away, read };
  }

  // The runs of the nearest setting that has some.
  estimate({ close: setting, whole, elsewhere }, runs_of, marker) {
    const { runs, layout } = this.table, { x } = runs, [mean, low, high, ...drawn] = runs.bands[setting];
    let reading = marker === null && whole === null ? `drawn${elsewhere}` : "";
    if (marker !== null) {
      const i = nearest(x, marker), read = [mean, low, high].map((column) => numberText(Number(column[i])));
      const there = [...(x[i] === marker ? [] : [numberText(x[i], 4)]), ...(whole === null ? [elsewhere.slice(4)] : [])].join(", ");
      reading = `${read[0]} [${read[1]}, ${read[2]}]${there && ` at ${there}`}`;
    }
    const said = { type: "estimate", runs_of, runs: runs.counts[setting], total: runs.counts[setting], band: runs.band, reading, elsewhere: whole === null ? elsewhere : "" };
    return [said, Float32Array.from([x, ...drawn].flat())];
  }
}

// Where positions lie among a group's baked settings: `whole` is the number of the one that they are, or null; `cell` that of the lowest
// corner around them, `close` that of the nearest, `elsewhere` says where that is; `stencils(order)` weighs those near, slider by slider.
function located(table, { names, kept }, positions) {
  const coordinate = (name, at) => (table.logs.includes(name) ? Math.log : Number)(Number(table.values[name][at]));
  const number = (places) => places.reduce((all, place, k) => all * kept[k].length + place, 0);
  const there = names.map((name) => positions[name]), on = there.map((at, k) => kept[k].indexOf(at));
  const above = there.map((at, k) => Math.max(1, kept[k].findIndex((p) => p >= at)));
  const lowest = above.map((i, k) => (kept[k].length === 1 ? 0 : on[k] >= 0 && control(table, names[k]).menu ? on[k] : i - 1));
  const close = there.map((at, k) => (on[k] >= 0 ? on[k] : kept[k].length === 1 ? 0 : above[k] - (at - kept[k][above[k] - 1] < kept[k][above[k]] - at ? 1 : 0)));
  const stencils = (order) => there.map((at, k) => (on[k] >= 0 ? [[on[k], 1]]
    : stencil(kept[k].map((p) => coordinate(names[k], p)), coordinate(names[k], at), above[k], order)));
  const moved = names.flatMap((name, k) => (on[k] >= 0 ? [] : [`${named(table, name)} = ${control(table, name).texts[kept[k][close[k]]]}`]));
  const nearby = Object.fromEntries(names.map((name, k) => [name, kept[k][close[k]]]));
  return { whole: on.includes(-1) ? null : number(on), cell: number(lowest), close: number(close), nearby, elsewhere: ` at ${moved.join(", ")}`,
    stencils: (order) => stencils(order).map((nodes, k) => nodes.map(([i, w]) => [i * count(kept.slice(k + 1)), w])) };
}

// Which of the values `there` weigh how much at `u`, just before the place `above`: the polynomial through `order` of them.
function stencil(there, u, above, order) {
  const length = Math.min(order, there.length), first = Math.min(Math.max(above - (length >> 1), 0), there.length - length);
  const near = there.slice(first, first + length);
  return near.map((v, a) => [first + a, near.reduce((w, other, b) => (b === a ? w : (w * (u - other)) / (v - other)), 1)]);
}

// All products of one node of each slider: its setting's number and its weight.
const nodes = (stencils) => stencils.reduce((all, near) => all.flatMap(([setting, weight]) => near.map(([step, w]) => [setting + step, weight * w])), [[0, 1]]);

const control = (table, name) => table.layout.controls.find((c) => c.name === name);
const named = (table, name) => control(table, name).symbol || control(table, name).meaning;

// Whether a curve is anywhere inside the axes (dplearn.figures.style.is_drawn).
function isDrawn(y, axis, mark) {
  const f = axis.log ? (v) => Math.log(Math.max(v, 1e-300)) : (v) => v, low = f(axis.low), span = f(axis.high) - low;
  let [inside, below, above] = [false, false, false];
  for (const value of y) {
    const v = (f(value) - low) / span;
    if (v >= -1e-9 && v <= 1 + 1e-9) inside = true;
    if (v < 0) below = true;
    if (v > 1) above = true;
  }
  return inside || (below && above && mark !== "points");
}
