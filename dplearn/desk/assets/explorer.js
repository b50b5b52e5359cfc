// The browser's half of dplearn.explore: sliders, the chart that holds still while data flow in, readings.
// One message is in flight at a time; while the kernel answers, only the newest position is remembered.

const floats = (view) => new Float32Array(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength));

function curvePiece(row) {
  if (row.mark === "points") return s("circle", { cx: 18, cy: 6, r: 3.5, fill: row.color });
  return s("line", { x1: 2, x2: 34, y1: 6, y2: 6, stroke: row.color, "stroke-width": row.width, "stroke-dasharray": row.dash.join(" ") });
}

const NARROWER = 540; // px of the stage

function buildControls(layout, positions, changed) {
  const controls = {};
  const box = h("div", { class: "controls" });
  for (const c of layout.controls) {
    const id = `dplearn-${Math.random().toString(36).slice(2)}`;
    const words = h("label", { for: id }, c.meaning + (c.symbol ? ", " : ""));
    if (c.symbol) words.append(h("span", { class: "symbol" }, c.symbol));
    let input, value = null;
    if (c.menu) {
      input = h("select", { id }, ...c.texts.map((text, i) => h("option", { value: i }, text)));
    } else {
      input = h("input", { id, type: "range", min: 0, max: c.texts.length - 1, step: 1 });
      value = h("output", { for: id });
    }
    input.setAttribute("data-lm-suppress-shortcuts", "true"); // JupyterLab would take the arrow keys
    input.setAttribute("data-name", c.name);
    const say = (exact) => {
      const text = (exact ?? c.texts[input.value]) + (c.unit ? ` ${c.unit}` : "");
      if (value) value.textContent = text;
      if (!c.menu) input.setAttribute("aria-valuetext", `${c.meaning} ${c.symbol} = ${text}`);
    };
    input.value = positions[c.name];
    say();
    input.addEventListener("input", () => { say(); changed(); });
    controls[c.name] = { input, say };
    box.append(h("div", { class: c.menu ? "control menu" : "control" }, words, ...(value ? [value] : []), input));
  }
  return { box, controls };
}

function buildReadings(layout) {
  const cells = {};
  const body = h("tbody");
  for (const row of layout.rows) {
    cells[row.key] = h("td", { class: "value" });
    body.append(h("tr", {}, swatch(curvePiece(row)), h("th", { scope: "row" }, row.label), cells[row.key]));
  }
  const columns = ["44px", "auto", "285px"].map((width) => h("col", { style: `width:${width}` }));
  const table = h("table", { "aria-label": "Curves and their values at the marker" }, h("colgroup", {}, ...columns), body);
  return { table, cells };
}

function render({ model, el }) {
  const layout = model.get("layout_data");
  const id = Math.random().toString(36).slice(2);
  // `asked` is the newest request that this view follows: its own, or another view's of the same explorer.
  let sequence = 0, inFlight = false, waiting = false, asked = "", lastPicture = null, lastEstimate = null, staleTimer = 0, slowTimer = 0;

  const { box, controls } = buildControls(layout, model.get("positions"), changed);
  const { table, cells } = buildReadings(layout);
  const stage = h("div", { class: "stage", style: `max-width:${layout.frame.outer[0]}px`, role: "img", "aria-label": layout.title });
  const bar = h("progress", { max: 1, value: 0, "aria-label": "runs drawn" });
  const count = h("span", { class: "band" });
  const progress = h("div", { class: "runs" }, bar, count);
  const code = h("code", { "aria-label": "code for this setting" });
  const reset = h("button", { type: "button" }, "Reset");
  const copy = copyButton(code);
  const note = h("div", { class: "note", role: "status" });
  const spoken = h("div", { class: "hidden", "aria-live": "polite" });
  const root = h("div", { class: "dplearn", role: "group", "aria-label": layout.title },
    h("div", { class: "title" }, layout.title), h("div", { class: "question" }, layout.question), box, stage,
    ...(layout.simulated ? [progress] : []), table, h("div", { class: "foot" }, reset, copy, code), note, spoken);
  root.addEventListener("keydown", (event) => event.stopPropagation());
  el.replaceChildren(root);

  function positions() {
    return Object.fromEntries(Object.entries(controls).map(([name, c]) => [name, Number(c.input.value)]));
  }
  // Busy until all that belongs to the newest request is painted; screen readers wait for it, and so do the tests.
  function follow(tag) { asked = tag; root.setAttribute("aria-busy", "true"); }
  function rest() { root.setAttribute("aria-busy", "false"); }
  function ask(message) {
    inFlight = true; waiting = false; sequence += 1; follow(`${id} ${sequence}`);
    clearTimeout(slowTimer);
    slowTimer = setTimeout(() => { note.textContent = silence(model); }, 4000);
    model.send({ ...message, view: id, sequence });
  }
  function changed() {
    if (inFlight) { waiting = true; return; }
    const now = positions();
    model.set("positions", now); // so that a view made later starts here; the message below tells the kernel
    ask({ type: "set", positions: now });
  }
  // Ask for the kernel's own setting, which code may have put between two positions of a slider.
  function show() { ask({ type: "show" }); }
  function place(next) {
    for (const [name, c] of Object.entries(controls)) { c.input.value = next[name]; c.say(); }
  }
  reset.addEventListener("click", () => model.send({ type: "reset" }));

  // After the frame that shows it: tests and benchmarks listen for this.
  function painted(kind, shown) {
    requestAnimationFrame(() => {
      const detail = { kind, newest: `${shown.view} ${shown.sequence}` === asked, runs: shown.runs ?? null };
      if (detail.newest && !waiting && (kind === "estimate" ? shown.runs === shown.total : !layout.simulated)) rest();
      root.dispatchEvent(new CustomEvent("dplearn:painted", { bubbles: true, detail }));
    });
  }
  const fresh = () => lastEstimate && lastPicture && lastEstimate.runs_of === lastPicture.runs_of;
  function labels() {
    if (fresh() && lastEstimate.newest) return lastEstimate.labels;
    const kept = lastPicture.labels.some((l) => l.key === "simulation") ? [] : (lastEstimate?.labels ?? []).filter((l) => l.key === "simulation");
    return [...lastPicture.labels, ...kept];
  }
  function paint(kind) {
    if (kind !== "estimate") chart.lines(lastPicture.curves, lastPicture.marker);
    if (kind !== "picture" && layout.simulated) chart.band(lastEstimate?.columns);
    chart.labels(labels());
    if (kind) painted(kind, kind === "estimate" ? lastEstimate : lastPicture);
  }
  function speak() {
    const words = layout.rows.map((row) => `${row.label}: ${cells[row.key].textContent}`).join("; ");
    spoken.textContent = `${lastPicture.words}: ${words}`;
    stage.setAttribute("aria-label", `${layout.title}, ${lastPicture.words}. ${words}`);
  }
  // The band of the setting before stays for a moment, so that nothing flickers, but not longer than an eye forgives.
  function dropStale() {
    clearTimeout(staleTimer);
    if (!layout.simulated || fresh()) return;
    staleTimer = setTimeout(() => {
      if (fresh()) return;
      lastEstimate = null;
      bar.value = 0; count.textContent = "drawing runs"; cells.simulation.textContent = "";
      paint();
    }, 150);
  }
  function takePicture(message, buffers) {
    const x = floats(buffers[0]), y = floats(buffers[1]);
    let from = 0;
    const curves = message.keys.map((key, i) => {
      const to = from + message.sizes[i], curve = { key, x: x.subarray(from, to), y: y.subarray(from, to) };
      from = to;
      return curve;
    });
    lastPicture = { ...message, curves };
    if (lastEstimate) lastEstimate.newest = false;
    paint("picture");
    for (const [key, [text, shown]] of Object.entries(message.readings)) {
      if (key !== "simulation" || text) cells[key].textContent = text;
      cells[key].parentNode.classList.toggle("absent", !shown); // its row stays, so that the page stands still
    }
    code.textContent = message.code;
    if (!inFlight) for (const [name, text] of Object.entries(message.texts)) controls[name].say(text);
    dropStale();
    if (!layout.simulated) { clearTimeout(staleTimer); staleTimer = setTimeout(speak, 300); }
  }
  function takeEstimate(message, buffers) {
    const names = ["x", "low", "high", "mean", "limit", "caret"], v = floats(buffers[0]), n = v.length / names.length;
    const columns = Object.fromEntries(names.map((name, i) => [name, v.subarray(i * n, (i + 1) * n)]));
    lastEstimate = { ...message, columns, newest: true };
    clearTimeout(staleTimer);
    paint("estimate");
    bar.max = message.total; bar.value = message.runs;
    count.textContent = `${message.runs.toLocaleString("en")} of ${message.total.toLocaleString("en")} runs; ${message.band.split(", ").slice(0, 2).join(", ")}`;
    cells.simulation.textContent = message.reading;
    if (message.runs === message.total) speak();
  }
  function hear(message, buffers) {
    if (message.type === "moved") { place(message.positions); show(); return; }
    const mine = message.view === id, tag = `${message.view} ${message.sequence}`;
    if (message.type === "picture" && !mine && !inFlight) { follow(tag); place(message.positions); }
    if (mine && message.type !== "estimate") {
      inFlight = false;
      clearTimeout(slowTimer);
      note.textContent = message.type === "failed" ? message.words : "";
      if (message.type === "failed") rest();
    }
    const wanted = tag === asked;
    if (mine && waiting && !inFlight) changed(); // before anything is painted: the kernel works meanwhile
    if (wanted && message.type === "picture") takePicture(message, buffers);
    if (wanted && message.type === "estimate") takeEstimate(message, buffers);
  }
  model.on("msg:custom", hear);

  let chart, narrow = null;
  function fit() {
    if (narrow === (stage.clientWidth < NARROWER)) return;
    narrow = stage.clientWidth < NARROWER;
    chart = buildChart(layout, narrow);
    stage.replaceChildren(chart.node);
    if (lastPicture) paint();
  }
  const watch = new ResizeObserver(fit);
  watch.observe(stage);
  fit();
  root.setAttribute("data-ready", "true");
  show();
  return () => {
    watch.disconnect();
    clearTimeout(staleTimer); clearTimeout(slowTimer);
    model.off("msg:custom", hear);
  };
}

export default { render };
