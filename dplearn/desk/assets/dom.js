// What the scripts of the widgets share; desk/_assets.py puts this file in front of theirs.

function filled(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

const h = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);
function button(words, act, attributes = {}) {
  const node = h("button", { type: "button", ...attributes }, words);
  node.addEventListener("click", act);
  return node;
}
// Which of the places is nearest to one that is wanted.
const nearest = (places, wanted) => places.reduce((best, place, i) => (Math.abs(place - wanted) < Math.abs(places[best] - wanted) ? i : best), 0);
// Whether a reader wants no motion.
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const SVG = "http://www.w3.org/2000/svg";
const s = (tag, attributes = {}, ...children) => filled(document.createElementNS(SVG, tag), attributes, children);

// ---- formulas in words

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵈⁿᵗᵀᵋ", SCRIPT = new RegExp(`([${RAISED}]+)|([₀-₉]+)|([\\^_√])(\\(|[0-9.]*[0-9]|ln .|.)`, "u");
// Greek letters, and single Latin ones where they are no word, no part of one and no exponent (1e-6).
const VARIABLE = /((?<![A-Za-z']|w\.)(?:kT|[c-hj-rtvxyCEHK-NP-TWX]\u0302?|(?<=\d)a|a(?= at ))(?![A-Za-z0-9]|'s|-\d)|[α-ω])/u;

// How much of a text stands before the parenthesis that closes it.
function closing(text) {
  let depth = 1, at = 0;
  for (; at < text.length && depth; at++) depth += { "(": 1, ")": -1 }[text[at]] ?? 0;
  return depth ? at : at - 1;
}

// Words as nodes, the formulas among them set: variables italic, powers raised, indices lowered, a line over what a root is of.
// Signs that plain text alone needs, as ^(, stay unseen: they are heard, and copied. `make(kind, ...nodes)` makes a node.
function typeset(text, make) {
  const found = SCRIPT.exec(text), letters = (words) => words.split(VARIABLE).map((part, i) => (i % 2 ? make("variable", part) : part));
  if (!found) return letters(text);
  const [all, raised, lowered, sign, begin] = found;
  let inner = (raised ?? lowered)?.normalize("NFKC").replace("ɛ", "ε") ?? begin, after = text.slice(found.index + all.length), signs = [sign ?? (raised ? "^" : "_"), ""];
  if (begin === "(") {
    const end = closing(after);
    [inner, after, signs] = [after.slice(0, end), after.slice(end + 1), [`${sign}(`, ")"]];
  }
  const kind = { "^": "raised", _: "lowered", "√": "root" }[signs[0][0]], [first, last] = signs.map((quiet) => quiet.replace("√", ""));
  const parts = [make("quiet", first), ...typeset(inner, make), make("quiet", last)];
  return [...letters(text.slice(0, found.index)), ...(kind === "root" ? ["√"] : []), make(kind, ...parts), ...typeset(after, make)];
}
const formulas = (text) => typeset(text, (kind, ...parts) => h({ variable: "i", raised: "sup", lowered: "sub" }[kind] ?? "span", { class: kind }, ...parts));
// In a drawing a script moves its line, and an unseen space moves it back.
const drawn = (text) => typeset(text, (kind, ...parts) => {
  const lift = { raised: -4, lowered: 3 }[kind], node = s("tspan", { class: kind, ...(lift ? { dy: lift } : {}) }, ...parts);
  if (lift) node.append(s("tspan", { dy: -lift }, "\u200b"));
  return node;
});

// A number as dplearn.experiment.number_text writes it.
function numberText(value, digits = 3) {
  const size = Math.abs(value), power = Math.floor(Math.log10(size));
  if (Math.abs(value.toPrecision(digits)) >= 1e-4 && size < 999999.5) return Number(value.toFixed(Math.max(0, digits - 1 - power))).toLocaleString("en-US", { maximumFractionDigits: 20 });
  if (!Number.isFinite(value) || value === 0) return String(value).toLowerCase().replace("infinity", "inf");
  const [mantissa, sign, far] = value.toExponential(digits - 1).split(/e(.)/);
  return `${Number(mantissa)}e${sign}${far.padStart(2, "0")}`;
}

// Numbers that the kernel sent as bytes; a copy, as the bytes may start anywhere.
const copied = (Type, view) => new Type(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength));
const received = (sent) => Object.fromEntries(Object.entries(sent).map(
  ([key, value]) => [key, value instanceof DataView ? copied(Float64Array, value) : value]));

// What a widget says of a model that does not answer for a while; one that no kernel stands behind has words of its own, or none.
const silence = (model) => model.silence ?? "The kernel does not answer: it is busy, or this cell has to be run again.";

// One question is in flight at a time; while the kernel answers, later changes are put together. `late`: it has been given up.
function questions(model, id, note, late = () => {}) {
  let sequence = 0, waiting = null, timer = 0;
  function tell(type) {
    const changes = waiting ?? {};
    waiting = null; // before a kernel that was given up answers after all: what waited then is older
    Object.assign(talk, { inFlight: true, tag: `${id} ${sequence += 1}` });
    note.textContent = "";
    clearTimeout(timer);
    timer = setTimeout(() => { talk.inFlight = false; note.textContent = silence(model); late(); }, 4000);
    model.send({ type, changes, sequence: talk.tag });
  }
  function ask(changes) {
    waiting = { ...waiting, ...changes };
    if (!talk.inFlight) tell("set");
  }
  function answered(tag) {
    if (tag !== talk.tag) return;
    talk.inFlight = false;
    clearTimeout(timer);
    if (note.textContent === silence(model)) note.textContent = "";
    if (waiting) tell("set");
  }
  const talk = { inFlight: false, tag: "", tell, ask, answered, end: () => clearTimeout(timer) };
  return talk;
}

// Calls the functions `heard` by their events, and `resized`; what it returns ends that.
function listen(model, heard, node, resized) {
  const watch = new ResizeObserver(resized);
  watch.observe(node);
  for (const [event, act] of Object.entries(heard)) model.on(event, act);
  return () => {
    watch.disconnect();
    for (const [event, act] of Object.entries(heard)) model.off(event, act);
  };
}

// The widget in its cell: title and question above its parts.
function widget(el, layout, kind, ...parts) {
  const root = h("div", { class: `dplearn ${kind}`, role: "group", "aria-label": layout.title },
    h("div", { class: "title", role: "heading", "aria-level": 3 }, ...formulas(layout.title)), h("div", { class: "question" }, ...formulas(layout.question)), ...parts);
  root.addEventListener("keydown", (event) => event.stopPropagation()); // JupyterLab would take the keys
  el.replaceChildren(root);
  return root;
}

// A menu, words by value, and its label.
function menu(id, name, words, options) {
  const entries = Object.entries(options).map(([value, text]) => h("option", { value }, text));
  const node = h("select", { id: `${id}-${name}`, "data-name": name, "data-lm-suppress-shortcuts": "true" }, ...entries);
  return [node, h("label", { for: node.id }, ...formulas(words))];
}

// A slider, its label, and what stands beside it; `say` writes that, for screen readers too.
function slider(id, name, words, symbol, last) {
  const shape = { type: "range", id: `${id}-${name}`, "data-name": name, min: 0, max: last, step: 1 };
  const input = h("input", { ...shape, "data-lm-suppress-shortcuts": "true" }); // JupyterLab would take the arrow keys
  const output = h("output", { for: input.id, "aria-live": "off" }); // a screen reader has the slider's own words
  input.say = (text, spoken = `${symbol} = ${text}`) => {
    output.textContent = text;
    input.setAttribute("aria-valuetext", spoken);
  };
  return [input, h("label", { for: input.id }, ...formulas(`${words}, `), h("span", { class: "symbol" }, symbol)), output];
}

// A table of columns that are so wide.
const tableOf = (attributes, widths, ...parts) => h("table", attributes,
  h("colgroup", {}, ...widths.map((width) => h("col", { style: `width:${width}` }))), ...parts);

// The first cell of a table's row: a piece of the curve that the row is about.
const swatch = (mark) => h("td", { class: "swatch" }, s("svg", { width: 36, height: 12, "aria-hidden": "true" }, mark));

// The table under a picture, a row for each [key, piece of the curve, words]; its labels and cells by key, and all of it in words.
function readingsTable(name, width, rows) {
  const labels = {}, cells = {}, body = h("tbody");
  for (const [key, piece, words] of rows) {
    labels[key] = h("th", { scope: "row" }, ...formulas(words));
    cells[key] = h("td", { class: "value", "data-key": key });
    body.append(h("tr", {}, swatch(piece), labels[key], cells[key]));
  }
  const read = rows.map(([key]) => key), said = (key) => cells[key].textContent;
  const words = () => read.filter(said).map((key) => `${labels[key].textContent}: ${said(key)}`).join("; ");
  return { table: tableOf({ "aria-label": name }, ["44px", "auto", width], body), labels, cells, words };
}

// Labels as high as their `y`, pushed apart as little as that takes: those that touch move as one.
function pushedApart(labels, height, ceiling, floor) {
  labels.sort((a, b) => a.y - b.y);
  const blocks = [], mean = (block) => block.sum / block.labels.length;
  labels.forEach((label, i) => {
    blocks.push({ sum: label.y - i * height, labels: [label] });
    while (blocks.length > 1 && mean(blocks.at(-2)) > mean(blocks.at(-1))) {
      const { sum, labels: more } = blocks.pop(), above = blocks.at(-1);
      above.sum += sum;
      above.labels.push(...more);
    }
  });
  const lowest = Math.max(ceiling, floor - (labels.length - 1) * height);
  let i = 0;
  for (const block of blocks) for (const label of block.labels) label.y = Math.min(lowest, Math.max(ceiling, mean(block))) + height * i++;
  return labels;
}

// Copies what `text` gives; where the browser does not let it, `failed` says what to do.
function copyButton(name, text, failed) {
  const node = button(name, async () => {
    try { await navigator.clipboard.writeText(text()); node.textContent = "Copied"; }
    catch { node.textContent = failed(); }
    setTimeout(() => { node.textContent = name; }, 1500);
  });
  return node;
}
const copyCode = (code) => copyButton("Copy code", () => code.textContent, () => { getSelection().selectAllChildren(code); return "Selected: press Ctrl-C"; });
