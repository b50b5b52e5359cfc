// An explorer without a kernel: a model that answers explorer.js from a table that tools/site/bake.py packed.

const NAN = 2 ** 30, INFINITE = NAN - 1, LOWEST = -308, HIGHEST = 300; // as in tools/site/digits.py
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
function loadTable(name, folder) {
  try { new DecompressionStream("deflate-raw"); } catch { throw new Error("this browser is too old to unpack its table"); }
  const slot = tableSlot(name);
  if (!slot.asked) {
    slot.asked = true;
    const script = h("script", { src: `${folder}/${name}.js` });
    script.addEventListener("error", () => slot.reject(new Error("its table could not be read")));
    script.addEventListener("load", () => slot.came || slot.reject(new Error("its table is damaged")));
    document.head.append(script);
  }
  return slot.promise;
}

async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const whole = new Uint8Array(await new Response(stream).arrayBuffer());
  const length = new DataView(whole.buffer).getUint32(0, true);
  const table = JSON.parse(new TextDecoder().decode(whole.subarray(4, 4 + length)));
  let at = 4 + length;
  const take = (settings, rows, points, number) => {
    const count = settings * rows * points, planes = whole.subarray(at, at + 4 * count);
    if (planes.length < 4 * count) throw new Error("its table is cut short");
    at += 4 * count;
    return decoded(planes, settings, rows, points, number);
  };
  return table.groups ? withArrays(table, take) : withCurves(table, (rows, points, digits) => take(table.settings, rows, points, numbers(digits)));
}

function withCurves(table, take) {
  table.curves = table.digits.map((digits) => take(1, table.x.length, digits));
  if (table.runs) table.bands = take(3, table.simulated_x.length, table.band_digits);
  return table;
}

// The numbers of `squeezed` codes: steps along a curve, and from the setting before.
function decoded(planes, settings, rows, points, number) {
  const count = settings * rows * points, steps = new Int32Array(count), values = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const folded = (planes[i] | (planes[i + count] << 8) | (planes[i + 2 * count] << 16) | (planes[i + 3 * count] << 24)) >>> 0;
    steps[i] = (folded & 1 ? -(folded + 1) / 2 : folded / 2) + (i >= rows * points ? steps[i - rows * points] : 0);
  }
  for (let i = 0, code = 0; i < count; i++) {
    code = i % points ? code + steps[i] : steps[i];
    values[i] = number(code);
  }
  return values;
}

// What a code stands for, with so many digits.
function numbers(digits) {
  const firsts = [1], kept = [];
  for (let power = LOWEST; power <= HIGHEST; power++) {
    kept.push(power >= 3 && power <= 5 ? Math.max(digits, power + 1) : digits);
    firsts.push(firsts.at(-1) + 9 * 10 ** (kept.at(-1) - 1));
  }
  const tens = kept.map((k, i) => Number(`1e${LOWEST + i - k + 1}`));
  return (code) => {
    const size = Math.abs(code), sign = code < 0 ? -1 : 1;
    if (size >= INFINITE) return size === NAN ? NaN : sign * Infinity;
    if (size === 0) return 0;
    let low = 0, high = kept.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (firsts[middle] <= size) low = middle; else high = middle;
    }
    return sign * (size - firsts[low] + 10 ** (kept[low] - 1)) * tens[low];
  };
}

// A number as dplearn.experiment.number_text writes it.
function numberText(value, digits = 3) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value < 0 ? "-inf" : "inf";
  const [mantissa, power] = value.toExponential(digits - 1).split("e").map(Number);
  if (power >= 3 && Math.round(Math.abs(value)) < 1e6) return Math.round(value).toLocaleString("en-US");
  if (value === 0) return "0";
  if (power >= -4 && power < digits) return String(Number(value.toFixed(digits - 1 - power)));
  return `${mantissa}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

// y as it is drawn: far values are pulled to just outside the axis (dplearn.figures.style.drawable).
function drawable(axis) {
  const span = axis.high - axis.low;
  const [low, high] = axis.log ? [axis.low * 1e-2, axis.high * 1e2] : [axis.low - span, axis.high + span];
  return (y) => Math.min(Math.max(y, low), high); // NaN stays NaN
}

const CARETS = 20; // on an upper limit that runs across the plot (dplearn.figures.style)

// What of a band is drawn (dplearn.figures.style.band_places): the columns x, low, high, mean, limit, caret.
function bandColumns(axis, x, [mean, low, high]) {
  const fit = drawable(axis), n = x.length, every = Math.max(1, Math.floor(n / CARETS)), columns = new Float32Array(6 * n);
  const seen = Array.from(mean, (m) => m > 0 || !axis.log);
  for (let i = 0; i < n; i++) {
    const limit = seen[i] || high[i] <= 0 ? NaN : fit(high[i]);
    const alone = !seen[i] && !(i > 0 && !seen[i - 1]) && !(i < n - 1 && !seen[i + 1]);
    const drawn = seen[i] ? [low, high, mean].map((column) => fit(column[i])) : [NaN, NaN, NaN];
    [x[i], ...drawn, limit, i % every === 0 || alone ? limit : NaN].forEach((v, k) => { columns[k * n + i] = v; });
  }
  return columns;
}

const nearest = (places, value) => places.reduce((best, x, i) => (Math.abs(x - value) < Math.abs(places[best] - value) ? i : best), 0);

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
    const { table } = this, { layout, values, x } = table, names = Object.keys(values), keys = layout.rows.map((row) => row.key);
    const setting = names.filter((name) => name !== table.free).reduce((at, name) => at * values[name].length + positions[name], 0);
    const texts = Object.fromEntries(layout.controls.map((c) => [c.name, c.texts[positions[c.name]]]));
    const marker = table.marker && Number(values[table.marker][positions[table.marker]]);
    const place = marker === null ? -1 : nearest(x, marker);
    const curves = table.digits.map((_, i) => table.curves[i].slice(setting * x.length, (setting + 1) * x.length));

    const reading = (y, drawn) => {
      if (place < 0) return drawn ? "" : "not drawn here";
      if (Number.isNaN(y[place])) return "does not apply";
      return numberText(y[place]) + (drawn ? "" : ", beyond the axes");
    };
    const readings = Object.fromEntries(curves.map((y, i) => {
      const drawn = table.drawn[setting][i] === "1";
      return [keys[i], [reading(y, drawn), drawn]];
    }));
    const { y: axis } = layout.frame, fit = drawable(axis), slack = 1e-9 * (axis.high - axis.low);
    const cut = (y) => (y >= axis.low - slack && y <= axis.high + slack ? y : NaN);
    const heights = curves.map((y, i) => Float32Array.from(y, layout.rows[i].mark === "points" ? cut : fit));
    const told = names.filter((name) => values[name][positions[name]] !== table.defaults[name]).map((name) => `, ${name}=${values[name][positions[name]]}`);
    const picture = {
      type: "picture", positions, runs_of: String(setting), keys: keys.slice(0, curves.length), sizes: curves.map(() => x.length), marker,
      code: `explore(experiments.${table.name}${told.join("")})`, readings, texts,
      words: `at ${layout.controls.map((c) => `${c.symbol || c.meaning} = ${texts[c.name]}`).join(", ")}`,
    };
    const answers = [[picture, Float32Array.from(curves.flatMap(() => x)), joinedColumns(heights)]];
    if (table.runs) answers.push(this.estimate(setting, marker));
    return answers;
  }

  estimate(setting, marker) {
    const { table } = this, x = table.simulated_x, n = x.length, runs = table.runs[setting];
    const band = [0, 1, 2].map((k) => table.bands.subarray((3 * setting + k) * n, (3 * setting + k + 1) * n));
    let reading = "";
    if (marker !== null) {
      const i = nearest(x, marker), [mean, low, high] = band.map((column) => numberText(column[i]));
      reading = `${mean} [${low}, ${high}]${x[i] === marker ? "" : ` at ${numberText(x[i], 4)}`}`;
    }
    const said = { type: "estimate", runs_of: String(setting), runs, total: runs, band: table.band, reading };
    return [said, bandColumns(table.layout.frame.y, x, band)];
  }
}

function joinedColumns(columns) {
  const whole = new Float32Array(columns.reduce((n, c) => n + c.length, 0));
  columns.reduce((at, c) => (whole.set(c, at), at + c.length), 0);
  return whole;
}
