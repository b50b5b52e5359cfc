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
  const across = s("text", { x: left + width / 2, y: floor + 38, class: "axis middle" }, ...drawn(x.label));
  const up = s("text", { transform: `translate(${Math.max(14, left - 16 - widest)} ${top + height / 2}) rotate(-90)`, class: "axis middle" }, ...drawn(y.label));
  return [s("path", { class: "grid", d: grid.join("") }),
    s("path", { class: "sides", d: `M${left} ${top}V${floor}H${left + width}` }), ...words, across, up];
}

// ---- gliding

const GLIDE = 180, GHOST = 700; // ms

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
function crosses({ left, right, top, bottom }, { x, to: y }) {
  for (let i = 1; i < x.length; i++) {
    if (x[i] > left && x[i - 1] < right && Math.max(y[i - 1], y[i]) > top - 1 && Math.min(y[i - 1], y[i]) < bottom + 1) return true;
  }
  return false;
}

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

// Names, and values at the marker, for a chart whose `rows` are drawn as `columns` tell.
function wording(rows, plot, columns) {
  const { X, holds, right, letters } = plot, leaders = s("g"), names = s("g"), values = s("g"), kept = {};
  // What is named: a curve by its short name, the upper limit of a simulation without hits by `limit`.
  function wanted(limit) {
    const said = rows.map((row) => ({ ...row, id: row.key, text: row.short }));
    if (limit) said.push({ ...rows.at(-1), id: "band limit", text: limit, inside: true });
    return said.filter(({ id, text }) => text && columns[id]).map((name) => {
      const { x, to } = columns[name.id], seen = [...x.keys()].filter((i) => holds(x[i], to[i]));
      return { ...name, x, to, seen, length: widthOf(name.text, letters) };
    }).filter((name) => name.seen.length);
  }
  function crossed(readings, place) {
    return rows.filter(({ key, mark }) => place !== null && mark !== "points" && columns[key] && readings[key]).map(({ key, ink }) => {
      const { x, to } = columns[key], i = nearest(x, X(place)), [text] = /^(≈ )?\S*/.exec(readings[key]);
      return { key, ink, text, x: x[i], end: to[i], falls: !(to[i + 1] < to[i]), length: widthOf(text, TICK) };
    }).filter((dot) => holds(dot.x, dot.end));
  }
  function write(readings, limit, place) {
    const places = placed(wanted(limit), plot, Object.values(columns));
    for (const [id, word] of Object.entries(kept)) if (!places.some((name) => name.id === id)) word.remove();
    for (const { id, key, ink, text, left, y } of places) {
      const word = kept[id] ??= s("text", { class: "name", "data-key": key, style: `color:${ink}` });
      if (word.dataset.text !== text) word.replaceChildren(...drawn(text));
      word.dataset.text = text;
      word.style.transform = `translate(${left}px, ${y}px)`; // the node stays, so that it glides too
      if (!word.parentNode) names.append(word);
    }
    const moved = places.filter((name) => name.left > right && Math.abs(name.y - name.end) > 4);
    leaders.replaceChildren(...moved.map(({ color, end, y }) => s("path", { class: "pen", style: `color:${color}`, d: `M${right + 1} ${end}L${right + 9} ${y}` })));
    values.replaceChildren(...valued(crossed(readings, place), plot, places).map(({ key, ink, text, left, y }) => s("text", {
      class: "value", "data-key": key, style: `color:${ink}`, x: left, y }, text)));
  }
  return { nodes: [leaders, values, names], write };
}

// ---- the chart

const NARROW = 540; // px of a stage: a lower plot, its ticks close to the edge, smaller letters

// The frame of a layout in so much space, at the true size of its letters; its scales, and whether a point lies in it.
function framed({ rows, frame }, space, tall) {
  const narrow = space < NARROW, letters = narrow ? TICK : NAME, longest = (words, size) => Math.max(...words.map((text) => widthOf(text, size)));
  const slim = { top: 8, height: frame.height - 28, left: 26 + longest(frame.y.ticks.map(([, text]) => text), TICK),
    margin: 14 + longest(rows.map((row) => row.short), letters) };
  const { left, top, height, margin } = { ...narrow ? slim : frame, ...tall && { height: tall } }, outer = Math.min(space, frame.outer[0]), width = outer - left - margin;
  const right = left + width, floor = top + height;
  return { ...frame, left, top, width, height, right, floor, outer, letters, X: along(frame.x, left, right), Y: along(frame.y, floor, top),
    holds: (x, y) => x > left - 1 && x < right + 1 && y > top - 1 && y < floor + 1 };
}

// The nodes of a curve: its path by the key of its column, which is its row's (the parts of a band have their own), a ghost
// of where it was, a dot where the marker crosses it.
function buildCurves(rows, { dotted, limit_dash: dash }, clip) {
  const paths = {}, ghosts = {}, dots = {}, groups = [];
  const pen = (row) => ({ class: "pen", "stroke-width": row.width, "stroke-dasharray": row.dash.join(" ") });
  for (const row of rows) {
    const style = `color:${row.color}`, points = row.mark === "points";
    const group = s("g", { class: "curve", "data-key": row.key, style, ...(points ? {} : clip) }); // a point on the edge is not cut
    const add = (key, shape, attributes) => { paths[key] = { shape, node: group.appendChild(s("path", attributes)) }; };
    ghosts[row.key] = group.appendChild(s("path", { ...pen(row), opacity: 0 }));
    if (!points) dots[row.key] = s("circle", { class: "dot", "data-key": row.key, r: 4, visibility: "hidden", style });
    if (row.key === "simulation") {
      add("band", "", { class: "fill", opacity: 0.22 });
      for (const edge of ["low", "high"]) add(`band ${edge}`, "line", { class: "pen", opacity: 0.5 });
      add("band limit", "line", { class: "pen", "stroke-dasharray": dash.join(" ") });
      add("band caret", "carets", { class: "fill" });
      add("simulation", "line", pen(row));
      if (dotted) add("dots", "dots", { class: "fill" });
      groups.unshift(group);
    } else {
      add(row.key, row.mark, points ? { class: "fill" } : pen(row));
      groups.push(group); // in their order, as in print
    }
  }
  return { paths, ghosts, dots, groups };
}

// `layout` is what the kernel says of the explorer; numbers come as columns of typed arrays, NaN where nothing is drawn.  A style may
// give the plot another height, --plot.
function buildChart(layout, stage) {
  const tall = Number(getComputedStyle(stage).getPropertyValue("--plot")); // the stage is 0 wide where it is hidden
  const rows = layout.rows, frame = framed(layout, Math.max(280, stage.clientWidth), tall), { left, right, top, floor, width, height, outer, X, Y, holds } = frame;
  const id = `dplearn-plot-${Math.random().toString(36).slice(2)}`;
  const { paths, ghosts, dots, groups } = buildCurves(rows, frame, { "clip-path": `url(#${id})` });
  const draw = (key, column) => paths[key].node.setAttribute("d", pieces(column).map(SHAPES[paths[key].shape]).join(""));
  const { columns, aim } = gliding((column) => {
    draw(column.key, column);
    dot(column);
    if (column.key === "simulation" && paths.dots) draw("dots", column);
    if (column.key !== "band high") return;
    const under = pieces(columns["band low"]); // written just before
    paths.band.node.setAttribute("d", pieces(column).map((piece, i) => `${joined([...piece, ...under[i].reverse()])}Z`).join(""));
  });
  const words = wording(rows, frame, columns), marker = s("path", { class: "marker" }), tip = s("g");
  const clip = s("clipPath", { id }, s("rect", { x: left, y: top - 1, width: width + 1, height: height + 2 }));
  const ground = s("rect", { class: layout.marker ? "ground movable" : "ground", x: left, y: 0, width, height: floor + 20 }); // to press
  const node = s("svg", { viewBox: `0 0 ${outer} ${floor + 52}`, class: "chart", "aria-hidden": "true", style: `--letters:${frame.letters}px` },
    clip, ...buildAxes(frame, X, Y), ground, ...groups, marker, ...Object.values(dots), ...words.nodes, tip);
  let place = null, lit = null;

  // Of the simulation where its nearest runs are.
  function dot({ key, x, y }) {
    const i = place === null || !dots[key] ? -1 : nearest(x, X(place)), seen = i >= 0 && holds(x[i], y[i]);
    if (dots[key]) filled(dots[key], { visibility: seen ? "visible" : "hidden", ...(seen ? { cx: x[i], cy: y[i] } : {}) }, []);
  }
  function send(key, xs, ys) {
    const before = paths[key].node.getAttribute("d"), ghost = ghosts[key], glides = aim(key, Array.from(xs, X), Array.from(ys, Y));
    Object.assign(columns[key], { xs, ys });
    if (!glides || !ghost || ghost.getAnimations().length) return;
    ghost.setAttribute("d", before);
    ghost.animate([{ opacity: 0.4 }, { opacity: 0 }], GHOST);
  }
  // One curve with its name and value stands out, of a pointer's place `i` on it the numbers are said; without a key, none.
  function light(key, i) {
    lit = columns[key] ? { key, i } : null;
    node.classList.toggle("pointed", Boolean(lit));
    for (const part of node.querySelectorAll("[data-key]")) part.classList.toggle("lit", part.dataset.key === key);
    tip.replaceChildren();
    const { x, xs, ys, to } = columns[key] ?? {};
    const tipped = lit && i !== undefined && holds(x[i], to[i]);
    node.classList.toggle("tipped", tipped);
    if (!tipped) return;
    const row = rows.find((r) => r.key === key), text = `${numberText(ys[i])} at ${numberText(xs[i], 4)}`, half = widthOf(text, NAME) / 2;
    const middle = Math.max(left + half, Math.min(right - half, x[i])), y = to[i] + (to[i] < top + 24 ? 18 : -14);
    tip.append(s("circle", { class: "dot", cx: x[i], cy: to[i], r: 4, style: `color:${row.color}` }),
      s("text", { class: "tip middle", style: `color:${row.ink}`, x: middle, y }, text));
  }
  function under({ clientX, clientY }) {
    const box = node.getBoundingClientRect();
    return [(clientX - box.left) * outer / box.width, (clientY - box.top) * outer / box.width];
  }

  return {
    node, frame, X, under, light,
    // `away`: the keys of what is another setting's, the nearest with such numbers: it is drawn faintly.
    lines(curves, at, away = []) {
      for (const group of node.querySelectorAll(".curve")) group.style.opacity = away.includes(group.dataset.key) ? 0.3 : "";
      place = at;
      for (const { key, x, y } of curves) send(key, x, y);
      marker.setAttribute("d", place === null ? "" : `M${X(place)} ${top}V${floor}M${X(place) - 5} ${top - 8}h10v3l-5 5l-5-5z`);
      for (const column of Object.values(columns)) dot(column);
    },
    band(band) {
      if (band) {
        for (const part of ["low", "high", "limit", "caret"]) send(`band ${part}`, band.x, band[part]);
        send("simulation", band.x, band.mean);
        return;
      }
      dots.simulation.setAttribute("visibility", "hidden");
      for (const key of Object.keys(paths).filter((name) => /^(band|simulation|dots)/.test(name))) {
        paths[key].node.setAttribute("d", "");
        delete columns[key];
      }
    },
    // Names, and the values of `readings`, by key; `limit` are the words at the upper limit of a simulation without hits.
    name(readings, limit) {
      words.write(readings, limit, place);
      light(lit?.key, lit?.i);
    },
    // The height of a curve at a place, between two of its points that lie on both sides of it; of a simulation where its nearest runs are.
    at(key, place) {
      const { x = [], ys } = columns[key] ?? {}, i = nearest(x, X(place)), j = i + Math.sign(X(place) - x[i]), part = (X(place) - x[i]) / (x[j] - x[i]);
      return key === "simulation" || !part || !(j in x) ? ys?.[i] : ys[i] + part * (ys[j] - ys[i]);
    },
    // The curve under a pointer, or whose name that is: {key, i: place along it}.
    near(event) {
      const [px, py] = under(event), found = { far: 14 };
      if (event.target.tagName === "text" && event.target.dataset.key) return { key: event.target.dataset.key };
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
