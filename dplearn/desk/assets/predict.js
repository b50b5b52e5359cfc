// A prediction before an explorer's picture: empty axes with points to drag, or a few choices; then the truth is drawn over them.

const valueAt = (axis, u) => (axis.log ? axis.low * (axis.high / axis.low) ** u : axis.low + u * (axis.high - axis.low));
const brief = (value) => numberText(value, 2);
const spoken = (curves, values) => curves.map((c, i) => (curves.length > 1 ? `${c.name} ${values(c, i)}` : values(c, i))).join("; ");

// The reader's points on a chart: rings on a broad pale stroke, with `words` of a curve beside its last; of a single one that is `told`
// on the left, for on the right stand the values.
function ownPoints({ node, frame: { left, top, width, height, outer, letters }, X, under }, curves, words, told = false) {
  const spot = (p) => [X(p.x), top + height * (1 - p.u)];
  const parts = curves.map((c) => {
    const style = `color:${c.color}`, ring = () => [s("circle", { r: 20, class: "hit" }), s("circle", { r: 6.5, class: "ring" })];
    return { stroke: s("path", { class: "own", style }), handles: c.points.map(() => s("g", { class: "handle", style }, ...ring())), label: s("text") };
  });
  function place() {
    parts.forEach(({ stroke, handles, label }, i) => {
      const at = curves[i].points.map(spot), [x, y] = at.at(-1), text = words(curves[i]), wide = 1.15 * widthOf(text, letters); // it is bold
      const end = x > left + 0.7 * width || told && !at[1] && x > left + wide + 10;
      stroke.setAttribute("d", joined(at));
      handles.forEach((handle, k) => handle.setAttribute("transform", `translate(${at[k].join(" ")})`));
      filled(label, { x: end ? x - 10 : Math.min(x + 10, outer - wide), y: y < top + 30 ? y + 17 : y - 17, class: end ? "name you end" : "name you" }, []);
      label.textContent = text;
    });
  }
  place();
  const handles = parts.flatMap((p) => p.handles);
  node.append(s("g", {}, ...parts.map((p) => p.stroke), ...handles, ...parts.map((p) => p.label)));
  return { handles, place, spot, under, rise: (y) => (top + height - y) / height };
}

const STEPS = { ArrowUp: 0.01, ArrowRight: 0.01, ArrowDown: -0.01, ArrowLeft: -0.01, PageUp: 0.1, PageDown: -0.1, Home: -1, End: 1 };

// Asks; calls `done` with the answer in words, or with null where it is skipped. Returns what ends it.
function askFirst({ el, layout, positions, curves, choices, values, done }) {
  const id = `dplearn-${Math.random().toString(36).slice(2)}`, { box } = buildControls(layout, id, positions, () => {});
  box.inert = true; // the prediction is about the start
  const { x, y } = layout.frame, points = curves.flatMap((c) => c.points);
  const stage = h("div", { class: "stage", style: `max-width:${layout.frame.outer[0]}px` });
  const how = choices.length ? "Choose below" : `Drag the point${points.length > 1 ? "s" : ""} up or down, or use the arrow keys`;
  const { root, form, show, end } = guess(el, how, [stage, box], choices, (answer) => { watch.disconnect(); done(answer); },
    choices.length ? null : () => spoken(curves, values));
  let space = null, own = null, held = null;

  function fit() {
    if (space === (space = stage.clientWidth)) return;
    const chart = buildChart(layout, stage);
    own = ownPoints(chart, curves, (c) => `your guess: ${c.name}${c.points.length > 1 ? "" : ` ${values(c)}`}`);
    own.handles.forEach((handle, i) => filled(handle, { role: "slider", tabindex: 0, "aria-orientation": "vertical", "aria-valuemin": 0, "aria-valuemax": 100,
      "data-point": i, "aria-label": `${points[i].name} at ${brief(points[i].x)}, ${x.label}` }, []));
    chart.node.removeAttribute("aria-hidden");
    stage.replaceChildren(chart.node);
    said();
  }
  function said() {
    own.place();
    own.handles.forEach((handle, i) => filled(handle, { "aria-valuenow": Math.round(100 * points[i].u), "aria-valuetext": `${brief(valueAt(y, points[i].u))}, ${y.label}` }, []));
  }
  function put(point, u) { point.u = Math.min(Math.max(u, 0), 1); show.disabled = false; said(); }
  // The point nearest to the pointer, then those of its curve as the pointer goes on along it.
  function drag(event) {
    const [across, down] = own.under(event), far = (p, both) => Math.hypot(own.spot(p)[0] - across, both * (own.spot(p)[1] - down));
    const nearest = (among, both) => among.reduce((best, p) => (far(p, both) < far(best, both) ? p : best));
    held ??= nearest(points, 1).name;
    put(nearest(points.filter((p) => p.name === held), 0), own.rise(down));
  }
  stage.addEventListener("pointerdown", (event) => {
    if (!points.length || event.button || (event.pointerType === "touch" && !event.target.closest(".handle"))) return; // there a finger scrolls
    stage.setPointerCapture(event.pointerId);
    drag(event);
  });
  stage.addEventListener("pointermove", (event) => { if (held !== null) drag(event); });
  stage.addEventListener("lostpointercapture", () => { held = null; });
  root.addEventListener("keydown", (event) => {
    const point = points[event.target.dataset.point];
    if (point && event.key in STEPS) { event.preventDefault(); put(point, point.u + STEPS[event.key]); }
    if (point && event.key === "Enter" && !show.disabled) form.requestSubmit();
  });
  const watch = new ResizeObserver(fit);
  watch.observe(stage);
  fit();
  root.setAttribute("data-ready", "true");
  return () => { watch.disconnect(); end(); };
}

// An explorer's `render` that asks first, where its model has a prediction.
const afterPrediction = (render) => ({ model, el }) => {
  const { choices = [], points = {} } = model.get("predict") ?? {}, asked = Object.entries(points);
  if (!choices.length && !asked.length) return render({ model, el });
  const layout = model.get("layout_data"), values = (c) => c.points.map(({ u }) => brief(valueAt(layout.frame.y, u))).join(", ");
  const curves = asked.map(([key, places], i) => {
    const { short, label, color } = layout.rows.find((row) => row.key === key), name = short || label, u = 1 - (i + 1) / (1 + Math.max(2, asked.length));
    return { key, name, color, points: places.map((x) => ({ name, x, u })) }; // none lies on another; high, where a page's first screen ends
  });
  let leave = askFirst({ el, layout, positions: model.get("positions"), curves, choices, values, done });
  function done(answer) {
    const you = (c) => (curves.length > 1 ? `you: ${c.name}` : "you");
    el.style.minHeight = `${el.offsetHeight}px`; // or a page that ends here would jump
    let drawn = null;
    leave = render({ model, el, over: (chart) => { drawn = chart; return answer && ownPoints(chart, curves, you, true); } });
    const root = el.querySelector(".dplearn");
    tell(root, root.querySelector(".stage"), answer, choices); // where the buttons were: a mouse there lights no row
    if (answer && asked.length) root.addEventListener("dplearn:painted", function compare() { // once, when all of it is there
      const truth = curves.map((c) => c.points.map((p) => drawn.at(c.key, p.x)));
      if (!truth.flat().every(Number.isFinite)) return;
      root.removeEventListener("dplearn:painted", compare);
      root.querySelector(".said").textContent += ` The truth: ${spoken(curves, (c, i) => truth[i].map((value) => numberText(value)).join(", "))}.`;
    });
    el.style.minHeight = "";
  }
  return () => leave();
};
