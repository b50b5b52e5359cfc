// The chart of an explorer as SVG: a frame that stands still, and curves that glide to where new numbers put them.
// It says its curves' names at their ends, their values where the marker stands, and which curve a pointer is on.

// A place along an axis in pixels; what lies outside is cut off by the frame.
function along(axis, from, to) {
  const f = axis.log ? Math.log : (v) => v, low = f(axis.low), unit = (to - from) / (f(axis.high) - low);
  return (value) => Math.round(10 * (from + unit * (f(value) - low))) / 10;
}

// The pieces of a curve between the places where it is not there (NaN), each as a list of [x, y] in pixels.
function pieces({ x, y }) {
  const found = [];
  let piece = null;
  for (let i = 0; i < x.length; i++) {
    if (Number.isNaN(y[i])) piece = null;
    else if (piece) piece.push([x[i], y[i]]);
    else found.push(piece = [[x[i], y[i]]]);
  }
  return found;
}

const joined = (points) => "M" + points.map((p) => p.join(" ")).join("L");

// Level around each place, a step in the middle between two of them.
function stepped(points) {
  let path = `M${points[0].join(" ")}`;
  for (let i = 1; i < points.length; i++) path += `H${(points[i - 1][0] + points[i][0]) / 2}V${points[i][1]}`;
  return `${path}H${points.at(-1)[0]}`;
}

const circles = (radius) => (points) => points.map(([x, y]) => `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`).join("");
const carets = (points) => points.map(([x, y]) => `M${x - 4} ${y}h8l-4 5z`).join("");
const SHAPES = { line: joined, step: stepped, points: circles(3.2), dots: circles(2.9), carets };

const TICK = 11, NAME = 12, LINE = 14; // px of letters, and from a line of them to the next
const brush = document.createElement("canvas").getContext("2d");
function widthOf(text, size) {
  brush.font = `${size}px "DejaVu Sans", system-ui, sans-serif`;
  return brush.measureText(text).width;
}

function buildAxes({ x, y, left, top, width, height }, X, Y) {
  const floor = top + height, grid = [], words = [], widest = Math.max(...y.ticks.map(([, text]) => widthOf(text, TICK)));
  let free = 0;
  for (const [value, text] of x.ticks) {
    const half = widthOf(text, TICK) / 2;
    grid.push(`M${X(value)} ${top}V${floor}`);
    if (X(value) - half < free) continue; // no room for its words
    words.push(s("text", { x: X(value), y: floor + 17, class: "middle" }, text));
    free = X(value) + half + 7;
  }
  for (const [value, text] of y.ticks) {
    grid.push(`M${left} ${Y(value)}H${left + width}`);
    words.push(s("text", { x: left - 7, y: Y(value) + 4, class: "end" }, text));
  }
  const across = s("text", { x: left + width / 2, y: floor + 38, class: "axis middle" }, x.label);
  const up = s("text", { transform: `translate(${Math.max(13, left - 16 - widest)} ${top + height / 2}) rotate(-90)`, class: "axis middle" }, y.label);
  return [s("path", { class: "grid", d: grid.join("") }),
    s("path", { class: "sides", d: `M${left} ${top}V${floor}H${left + width}` }), ...words, across, up];
}

// ---- gliding

const GLIDE = 180, GHOST = 700; // ms
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// Columns in pixels by key, each on its way from what is drawn to what shall be; at once where its places differ.
function gliding(write) {
  const columns = {};
  let frame = 0;
  function tick(now) {
    frame = 0;
    for (const column of Object.values(columns)) {
      if (column.y === column.to) continue;
      const part = Math.min(1, Math.max(0, (now - column.start) / GLIDE)), eased = part * (2 - part);
      column.y = part === 1 ? column.to : column.to.map((to, i) => {
        const at = column.from[i] + eased * (to - column.from[i]);
        return Number.isNaN(at) ? to : Math.round(10 * at) / 10;
      });
      write(column);
      if (part < 1) frame ||= requestAnimationFrame(tick);
    }
  }
  return { columns,
    aim(key, x, to) {
      const old = columns[key], same = !calm.matches && old?.x.length === x.length && old.x.every((v, i) => v === x[i]);
      const column = columns[key] = { key, x, to, from: same ? old.y : to, y: same ? old.y : to, start: performance.now() };
      if (!same) write(column);
      else if (to.every((v, i) => Object.is(v, old.y[i]))) column.y = to;
      else frame ||= requestAnimationFrame(tick);
      return column.y !== to && Math.max(...to.map((v, i) => Math.abs(v - old.y[i]) || 0)) > 2;
    } };
}

// ---- names

const boxed = ({ left, length, y }) => ({ left, right: left + length, top: y - LINE / 2, bottom: y + LINE / 2 }); // of a text
// Whether a box lies on another, and on a line through points.
const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const crosses = (box, { x, to: y }) => x.some((_, i) => i && meets(box, { left: Math.min(x[i - 1], x[i]),
  right: Math.max(x[i - 1], x[i]), top: Math.min(y[i - 1], y[i]) - 1, bottom: Math.max(y[i - 1], y[i]) + 1 }));

// Curves that have merged are named in the order that they had before.
function order(a, b) {
  for (let i = a.x.length - 1; i >= 0 && a.x.length === b.x.length; i--) {
    if (Math.abs(a.to[i] - b.to[i]) > LINE / 4) return a.to[i] - b.to[i];
  }
  return a.end - b.end;
}

// Where a curve that ends inside the plot is named: beside it, near its end, on as few other things as can be.
function beside({ x, to, seen, length }, plot, lines, taken) {
  let best = null;
  for (let k = 0; k < 16; k++) {
    for (const [lift, side] of [[0, 1], [0, -1], [-10, 1], [10, 1], [-10, -1], [10, -1]]) {
      const i = seen[Math.round((seen.length - 1) * (1 - k / 15))], y = to[i] + lift;
      const box = boxed({ left: Math.max(plot.left + 3, Math.min(plot.outer - length, x[i] + (side > 0 ? 7 : -7 - length))), length, y });
      const outside = box.top < plot.top || box.bottom > plot.floor;
      const burden = 100 * outside + 10 * taken.filter((b) => meets(box, b)).length + lines.filter((line) => crosses(box, line)).length;
      if (!best || burden < best.burden) best = { ...box, y, burden };
      if (!burden) return best;
    }
  }
  return best;
}

// Names with their places: in the margin at the height where a curve ends, pushed apart; beside it where it ends before.
function placed(names, plot, lines) {
  const far = plot.left + 0.97 * (plot.right - plot.left), margin = [], inside = [];
  for (const name of names) (name.x[name.seen.at(-1)] > far && !name.inside ? margin : inside).push({ ...name, end: name.to[name.seen.at(-1)] });
  margin.sort(order).forEach((name, i) => { Object.assign(name, { left: plot.right + 11, y: Math.max(name.end, margin[i - 1]?.y ?? 0) }); });
  pushedApart(margin, LINE, plot.top + 4, plot.floor - 2);
  const taken = margin.map(boxed);
  for (const name of inside) taken.push(Object.assign(name, beside(name, plot, lines, taken)));
  return [...margin, ...inside];
}

// The values at the marker, each beside its dot, on the side that has room; one that would lie on a name is left out.
function valued(dots, plot, names) {
  const longest = Math.max(...dots.map((dot) => dot.length)), side = dots.some((dot) => dot.x + longest + 12 > plot.right) ? -1 : 1;
  for (const dot of dots) Object.assign(dot, { left: dot.x + (side > 0 ? 8 : -8 - dot.length), y: dot.end + (dot.falls ? -7 : 7) * side });
  const taken = names.map(boxed), free = (dot) => Math.abs(dot.y - dot.end) < 3 * LINE && !taken.some((box) => meets(box, boxed(dot)));
  return pushedApart(dots, LINE, plot.top + LINE / 2, plot.floor - LINE / 2).filter(free);
}

// How far a place is from a column's piece that ends in point i, and the nearer of its two ends.
function reach({ x, y }, i, px, py, mark) {
  const j = mark === "points" || i === 0 ? i : i - 1, dx = x[i] - x[j], dy = y[i] - y[j];
  const part = Math.min(1, Math.max(0, ((px - x[j]) * dx + (py - y[j]) * dy) / (dx * dx + dy * dy || 1)));
  return [Math.hypot(px - x[j] - part * dx, py - y[j] - part * dy), part > 0.5 ? i : j];
}
const nearest = (places, wanted) => places.reduce((best, place, i) => (Math.abs(place - wanted) < Math.abs(places[best] - wanted) ? i : best), 0);

// ---- the chart

const NARROW = 540; // px of a stage: a lower plot, its ticks close to the edge, smaller letters
const slim = ({ y, height }) => ({ top: 8, height: height - 28, left: 26 + Math.max(...y.ticks.map(([, text]) => widthOf(text, TICK))) });

// `layout` is what the kernel says of the explorer; numbers come as columns of typed arrays, NaN where nothing is drawn.
function buildChart(layout, space) {
  const narrow = space < NARROW, letters = narrow ? TICK : NAME, rows = layout.rows;
  const frame = { ...layout.frame, ...(narrow ? slim(layout.frame) : {}) }, { left, top, height } = frame;
  const outer = [Math.min(space, frame.outer[0]), top + height + 52];
  const margin = narrow ? 14 + Math.max(...rows.map((row) => widthOf(row.short, letters))) : frame.margin;
  const width = frame.width = outer[0] - left - margin, right = left + width, floor = top + height;
  const X = along(frame.x, left, right), Y = along(frame.y, floor, top), plot = { left, right, top, floor, outer: outer[0] };
  const holds = (x, y) => x > left - 1 && x < right + 1 && y > top - 1 && y < floor + 1;
  const id = `dplearn-plot-${Math.random().toString(36).slice(2)}`;
  const pen = (row) => ({ class: "pen", "stroke-width": row.width, "stroke-dasharray": row.dash.join(" ") });

  // A path by the key of its column: a curve's is its row's, the parts of a band have their own.
  const paths = {}, ghosts = {}, curves = [];
  for (const row of rows) {
    const clipped = row.mark === "points" ? {} : { "clip-path": `url(#${id})` }; // a point on the edge is not cut
    const group = s("g", { class: "curve", "data-key": row.key, style: `color:${row.color}`, ...clipped });
    const add = (key, shape, attributes) => { paths[key] = { shape, node: group.appendChild(s("path", attributes)) }; };
    ghosts[row.key] = group.appendChild(s("path", { ...pen(row), opacity: 0 }));
    if (row.key === "simulation") {
      add("band", "", { class: "fill", opacity: 0.22 });
      for (const edge of ["low", "high"]) add(`band ${edge}`, "line", { class: "pen", opacity: 0.5 });
      add("band limit", "line", { class: "pen", "stroke-dasharray": frame.limit_dash.join(" ") });
      add("band caret", "carets", { class: "fill" });
      add("simulation", "line", pen(row));
      if (frame.dotted) add("dots", "dots", { class: "fill" });
      curves.unshift(group);
    } else {
      add(row.key, row.mark, row.mark === "points" ? { class: "fill" } : pen(row));
      curves.push(group); // in their order, as in print
    }
  }
  const marker = s("path", { class: "marker" }), leaders = s("g"), names = s("g"), values = s("g"), said = {}, dots = {}, tip = s("g");
  for (const row of rows) if (row.mark !== "points") dots[row.key] = s("circle", { class: "dot", "data-key": row.key, r: 4, visibility: "hidden", style: `color:${row.color}` });
  // What a pointer presses to move the marker.
  const ground = s("rect", { class: layout.marker ? "ground movable" : "ground", x: left, y: 0, width, height: floor + 20 });
  const clip = s("clipPath", { id }, s("rect", { x: left, y: top - 1, width: width + 1, height: height + 2 }));
  const node = s("svg", { viewBox: `0 0 ${outer.join(" ")}`, class: "chart", "aria-hidden": "true", style: `--letters:${letters}px` },
    clip, ...buildAxes(frame, X, Y), ground, ...curves, marker, ...Object.values(dots), leaders, values, names, tip);
  let place = null, lit = null;

  const draw = (key, column, shape = paths[key].shape) => paths[key].node.setAttribute("d", pieces(column).map(SHAPES[shape]).join(""));
  const { columns, aim } = gliding((column) => {
    draw(column.key, column);
    dot(column);
    if (column.key === "simulation" && paths.dots) draw("dots", column);
    if (column.key !== "band high") return;
    const under = pieces(columns["band low"]); // written just before
    paths.band.node.setAttribute("d", pieces(column).map((piece, i) => `${joined([...piece, ...under[i].reverse()])}Z`).join(""));
  });
  // The dot of a curve at the marker; of the simulation where its nearest runs are.
  function dot({ key, x, y }) {
    const node = dots[key], i = place === null ? -1 : nearest(x, X(place));
    if (node) node.setAttribute("visibility", i >= 0 && holds(x[i], y[i]) ? "visible" : "hidden");
    if (node && i >= 0) filled(node, { cx: x[i], cy: Number.isNaN(y[i]) ? 0 : y[i] }, []);
  }
  function send(key, xs, ys) {
    const before = paths[key].node.getAttribute("d"), ghost = ghosts[key];
    const glides = aim(key, Array.from(xs, X), Array.from(ys, Y));
    Object.assign(columns[key], { xs, ys });
    if (!glides || !ghost || ghost.getAnimations().length) return;
    ghost.setAttribute("d", before);
    ghost.animate([{ opacity: 0.4 }, { opacity: 0 }], GHOST);
  }

  // Writes names and, of `readings` by key, the values at the marker; `limit`: the words at the upper limit of a
  // simulation without hits.
  function name(readings, limit) {
    const wanted = rows.map((row) => ({ ...row, id: row.key, text: row.short }));
    if (limit) wanted.push({ ...rows.at(-1), id: "band limit", text: limit, inside: true });
    const there = wanted.filter(({ id, text }) => text && columns[id]).map((n) => ({ ...n, ...columns[n.id], key: n.key, length: widthOf(n.text, letters) }));
    for (const n of there) n.seen = [...n.x.keys()].filter((i) => holds(n.x[i], n.to[i]));
    const places = placed(there.filter((n) => n.seen.length), plot, Object.values(columns));
    for (const [key, old] of Object.entries(said)) if (!places.some((n) => n.id === key)) old.remove();
    for (const { id, key, ink, text, left, y } of places) {
      const word = said[id] ??= s("text", { class: "name", "data-key": key, style: `color:${ink}` });
      word.textContent = text;
      word.style.transform = `translate(${left}px, ${y}px)`; // the node stays, so that it glides too
      if (!word.parentNode) names.append(word);
    }
    leaders.replaceChildren(...places.filter((n) => n.left > right && Math.abs(n.y - n.end) > 4).map((n) => s("path", {
      class: "pen", style: `color:${n.color}`, d: `M${right + 1} ${n.end}L${right + 9} ${n.y}` })));
    const crossed = place === null ? [] : rows.filter((row) => dots[row.key] && columns[row.key] && readings[row.key]).map((row) => {
      const { x, to } = columns[row.key], i = nearest(x, X(place)), text = readings[row.key].split(" ")[0];
      return { key: row.key, ink: row.ink, text, x: x[i], end: to[i], falls: !(to[i + 1] < to[i]), length: widthOf(text, TICK) };
    }).filter((at) => holds(at.x, at.end));
    values.replaceChildren(...valued(crossed, plot, places).map(({ key, ink, text, left, y }) => s("text", {
      class: "value", "data-key": key, style: `color:${ink}`, x: left, y }, text)));
    light(lit?.key, lit?.i);
  }
  // One curve with its name and value stands out, of a pointer's place `i` on it the numbers are said; without a key, none.
  function light(key, i) {
    lit = columns[key] ? { key, i } : null;
    node.classList.toggle("pointed", Boolean(lit));
    for (const part of node.querySelectorAll("[data-key]")) part.classList.toggle("lit", part.dataset.key === key);
    tip.replaceChildren();
    const { x, y, xs, ys, to } = columns[key] ?? {};
    if (!lit || i === undefined || !holds(x[i], to[i])) return;
    const row = rows.find((r) => r.key === key), text = `${numberText(ys[i])} at ${numberText(xs[i], 4)}`, half = widthOf(text, NAME) / 2;
    tip.append(s("circle", { class: "dot", cx: x[i], cy: to[i], r: 4, style: `color:${row.color}` }),
      s("text", { class: "tip middle", style: `color:${row.ink}`, x: Math.max(left + half, Math.min(right - half, x[i])), y: to[i] < top + 24 ? to[i] + 18 : to[i] - 14 }, text));
  }
  function under({ clientX, clientY }) {
    const box = node.getBoundingClientRect();
    return [(clientX - box.left) * outer[0] / box.width, (clientY - box.top) * outer[0] / box.width];
  }

  return {
    node, frame, X, under,
    lines(curves, at) {
      place = at;
      for (const { key, x, y } of curves) send(key, x, y);
      marker.setAttribute("d", place === null ? "" : `M${X(place)} ${top}V${floor}M${X(place) - 5} ${top - 8}h10v3l-5 5l-5-5z`);
      for (const column of Object.values(columns)) dot(column);
    },
    band(band) {
      if (!band) {
        dots.simulation.setAttribute("visibility", "hidden");
        for (const [key, path] of Object.entries(paths)) if (/^(band|simulation|dots)/.test(key)) { path.node.setAttribute("d", ""); delete columns[key]; }
        return;
      }
      for (const part of ["low", "high", "limit", "caret"]) send(`band ${part}`, band.x, band[part]);
      send("simulation", band.x, band.mean);
    },
    name, light,
    // The curve under a pointer, or whose name that is: {key, i: place along it}.
    near(event) {
      const [px, py] = under(event), found = { far: 14 };
      if (event.target.dataset?.key && event.target.tagName === "text") return { key: event.target.dataset.key };
      for (const { key, mark } of holds(px, py) ? rows : []) {
        for (let i = 0; i < (columns[key]?.x.length ?? 0); i++) {
          const [far, end] = reach(columns[key], i, px, py, mark);
          if (far < found.far) Object.assign(found, { far, key, i: end });
        }
      }
      return found.key ? found : null;
    },
    // Which of these values of the x axis is nearest to a pointer; -1 where it is not on the plot and `pressed` there.
    position(event, places, pressed) {
      const [px, py] = under(event), off = px < left - 12 || px > right + 12 || py > floor + 20;
      return pressed && off ? -1 : nearest(places.map(X), px);
    },
  };
}
