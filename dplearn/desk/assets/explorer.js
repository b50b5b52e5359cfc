// The browser's half of dplearn.explore: sliders, the chart that holds still while data flow in, readings.
// One message is in flight at a time; while the kernel answers, only the newest position is remembered.

function curvePiece(row) {
  if (row.mark === "points") return s("circle", { cx: 18, cy: 6, r: 3.5, fill: row.color });
  return s("line", { x1: 2, x2: 34, y1: 6, y2: 6, stroke: row.color, "stroke-width": row.width, "stroke-dasharray": row.dash.join(" ") });
}

// Marks on a slider, where runs stand; Page Up and Page Down go from one to the next.
function marked(input, stops) {
  const list = h("datalist", { id: `${input.id}-stops` }, ...stops.map((value) => h("option", { value })));
  filled(input, { list: list.id, title: "Runs stand at the marks: Page Up and Page Down go to the next" }, []);
  input.addEventListener("keydown", (event) => {
    const at = Number(input.value), next = { PageUp: stops.find((stop) => stop > at), PageDown: stops.findLast((stop) => stop < at) }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    input.value = next;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return list;
}

function buildControls(layout, id, positions, changed) {
  const controls = {}, box = h("div", { class: "controls" });
  for (const { name, meaning, symbol, unit, texts, stops, menu: chosen } of layout.controls) {
    const [input, ...beside] = chosen ? menu(id, name, meaning, texts) : slider(id, name, meaning, symbol, texts.length - 1);
    const say = (exact) => input.say?.((exact ?? texts[input.value]) + (unit ? ` ${unit}` : ""));
    input.value = positions[name];
    say();
    input.addEventListener("input", () => { say(); changed(); });
    controls[name] = { input, say };
    box.append(h("div", { class: chosen ? "control menu" : "control" }, ...beside, input, ...(stops ? [marked(input, stops)] : [])));
  }
  return { box, controls };
}

// The slider that the marker shows is moved on the chart too, and takes the keys from there; `place` says where a pointer is.
function dragged(stage, input, place) {
  let from = null;
  function move(event) {
    input.focus({ preventScroll: true });
    const to = String(place(event, false));
    if (input.value === to) return;
    input.value = to;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
  stage.addEventListener("mousedown", (event) => event.preventDefault()); // which would take the focus away
  stage.addEventListener("pointerdown", (event) => {
    if (event.button || place(event, true) < 0) return;
    from = event;
    stage.setPointerCapture(event.pointerId);
    if (event.pointerType !== "touch") move(event); // a finger may be about to scroll the page
  });
  stage.addEventListener("pointermove", (event) => {
    if (from && Math.abs(event.clientX - from.clientX) >= Math.abs(event.clientY - from.clientY) || from?.moves) { from.moves = true; move(event); }
  });
  stage.addEventListener("pointerup", (event) => { if (from) move(event); from = null; });
  stage.addEventListener("pointercancel", () => { from = null; });
}

// After a prediction (predict.js) `over(chart)` puts on each new chart what the reader has drawn.
function render({ model, el, over }) {
  const layout = model.get("layout_data");
  const id = Math.random().toString(36).slice(2);
  // `asked` is the newest request that this view follows: its own, or another view's of the same explorer.
  let sequence = 0, inFlight = false, waiting = false, asked = "", lastPicture = null, lastEstimate = null, staleTimer = 0, slowTimer = 0, wordsTimer = 0;

  const { box, controls } = buildControls(layout, `dplearn-${id}`, model.get("positions"), changed);
  const rows = layout.rows.map((row) => [row.key, curvePiece(row), row.label]);
  const { table, cells, words } = readingsTable("Curves and their values at the marker", "285px", rows);
  const stage = h("div", { class: "stage", style: `max-width:${layout.frame.outer[0]}px`, role: "img", "aria-label": layout.title });
  const bar = h("progress", { max: 1, value: 0, "aria-label": "runs drawn" });
  const count = h("span", { class: "band" });
  const progress = h("div", { class: "runs" }, bar, count);
  const code = h("code", { "aria-label": "code for this setting" });
  const note = h("div", { class: "note", role: "status" });
  const spoken = h("div", { class: "hidden", "aria-live": "polite" });
  const root = widget(el, layout, "", box, stage, ...(layout.simulated ? [progress] : []), table,
    h("div", { class: "foot" }, button("Reset", () => model.send({ type: "reset" })), copyCode(code), code, note), spoken);

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

  // After the frame that shows it: tests and benchmarks listen for this.
  function painted(kind, shown) {
    requestAnimationFrame(() => {
      const detail = { kind, newest: `${shown.view} ${shown.sequence}` === asked, runs: shown.runs ?? null };
      if (detail.newest && !waiting && (kind === "estimate" ? shown.runs === shown.total : !layout.simulated)) rest();
      root.dispatchEvent(new CustomEvent("dplearn:painted", { bubbles: true, detail }));
    });
  }
  const fresh = () => lastEstimate && lastPicture && lastEstimate.runs_of === lastPicture.runs_of;
  // What a line of upper confidence limits says: of events it is a count.
  const limit = ({ band, runs, elsewhere = "" }) => `${band.includes("Clopper") ? "" : "mean "}0 of ${runs.toLocaleString("en")} runs: ${band.split(" ")[0]} upper limit${elsewhere}`;
  function paint(kind) {
    if (kind !== "estimate") chart.lines(lastPicture.curves, lastPicture.marker, lastPicture.away);
    if (kind !== "picture" && layout.simulated) chart.band(lastEstimate?.columns);
    const read = Object.fromEntries(Object.entries(lastPicture.readings).map(([key, [text]]) => [key, text]));
    chart.name({ ...read, simulation: lastEstimate?.reading }, lastEstimate && limit(lastEstimate));
    if (kind) painted(kind, kind === "estimate" ? lastEstimate : lastPicture);
  }
  // Said once a change, when the thumb rests, and not when it comes to life unasked: the setting, unless a slider or a menu has just
  // said it, and what is read there.
  function speak() {
    clearTimeout(wordsTimer);
    wordsTimer = setTimeout(() => {
      const setting = root.querySelector(".control :focus") ? "" : `${lastPicture.words}: `;
      if (sequence > 1 || over) spoken.textContent = setting + words();
      stage.setAttribute("aria-label", `${layout.title}, ${lastPicture.words}. ${words()}`);
    }, 300);
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
    const x = copied(Float32Array, buffers[0]), y = copied(Float32Array, buffers[1]);
    let from = 0;
    const curves = message.keys.map((key, i) => {
      const to = from + message.sizes[i], curve = { key, x: x.subarray(from, to), y: y.subarray(from, to) };
      from = to;
      return curve;
    });
    lastPicture = { ...message, curves };
    paint("picture");
    for (const [key, [text, shown]] of Object.entries(message.readings)) {
      if (key !== "simulation" || text) cells[key].textContent = text;
      cells[key].parentNode.classList.toggle("absent", !shown); // its row stays, so that the page stands still
    }
    code.textContent = message.code;
    if (!inFlight) for (const [name, text] of Object.entries(message.texts)) controls[name].say(text);
    dropStale();
    clearTimeout(wordsTimer); // what waited to be said is older
    if (!layout.simulated) speak();
  }
  function takeEstimate(message, buffers) {
    const names = ["x", "low", "high", "mean", "limit", "caret"], v = copied(Float32Array, buffers[0]), n = v.length / names.length;
    const columns = Object.fromEntries(names.map((name, i) => [name, v.subarray(i * n, (i + 1) * n)]));
    lastEstimate = { ...message, columns };
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

  function point(hit) {
    chart.light(hit?.key, hit?.i);
    for (const [key, cell] of Object.entries(cells)) cell.parentNode.classList.toggle("lit", key === hit?.key);
  }
  // What comes to lie under a mouse that rests, as where a truth is shown, is not pointed at.
  let rests = Boolean(over);
  const moved = ({ pointerType, movementX, movementY }) => !(rests &&= pointerType === "mouse" && !movementX && !movementY);
  stage.addEventListener("pointermove", (event) => { if (moved(event)) point(event.buttons ? null : chart.near(event)); });
  stage.addEventListener("pointerleave", () => point(null));
  for (const [key, cell] of Object.entries(cells)) {
    for (const comes of ["pointerenter", "pointermove"]) cell.parentNode.addEventListener(comes, (event) => { if (moved(event)) point({ key }); });
    cell.parentNode.addEventListener("pointerleave", () => point(null));
  }
  const own = layout.controls.find((c) => c.name === layout.marker);
  if (own) dragged(stage, controls[own.name].input, (event, pressed) => chart.position(event, own.values, pressed));

  let chart, space = null;
  function fit() {
    if (space === stage.clientWidth) return;
    space = stage.clientWidth;
    chart = buildChart(layout, stage);
    stage.replaceChildren(chart.node);
    over?.(chart);
    if (lastPicture) paint();
  }
  const unlink = driven(root, layout, controls);
  const leave = listen(model, { "msg:custom": hear }, stage, fit);
  fit();
  root.setAttribute("data-ready", "true");
  show();
  return () => { leave(); unlink(); [staleTimer, slowTimer, wordsTimer].forEach(clearTimeout); };
}

export default { render: afterPrediction(render) };
