// The browser's half of dplearn.racetrack: it plays a season forward that the kernel has run.
// `done` is the number of races run; `running` is the race on the track at this moment, if one is.

const h = (tag, attributes = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
};

const s = (tag, attributes = {}, text = "") => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== "") node.textContent = text;
  return node;
};

const LANE = 25, ROW = 31, HEAD = 18, CURVES = 158, FOOT = 34; // heights of the picture's parts, in pixels
const HORSE = 40; // its length
const RUN = 0.7; // part of a race's time in which the horses run; the rest shows the outcome
const SPEEDS = { "slow": 2600, "normal": 1300, "fast": 450, "very fast": 120 }; // ms a race
const STEP = 600; // ms of a single step's run

const HORSE_SHAPE = "M1 16C1 11 4 8 8 7.5C13 7 19 8 24 7C27 4.5 30 2.5 33.5 2L34.5 0L35.8 2.2L40 6.4L38.6 8.4L34.8 7.6C33 10 32.5 13 30 15.5C27 18 20 18 14 18C9 18 6 15.5 5.5 12C4 13 3.5 15 2.5 17.5Z";
const LEGS = ["M28 15.5L33 18L36 22M26 16L30 19L34 23M10 15L6 19L2 22M12 16L8 20L5 23", "M28 15.5L28.5 19L25 22.5M26 16L24.5 19.5L21 22M10 15L13.5 19L17 22.5M12 16L12 19.5L15 23"]; // two strides

const letter = (i) => String.fromCharCode(65 + i);
const percent = (p) => (p > 0 && p < 0.001 ? "<0.1%" : p < 1 && p > 0.999 ? ">99.9%" : `${(100 * p).toFixed(1)}%`);
const figures = (v) => (Math.abs(v) >= 1000 ? Math.round(v).toLocaleString("en") : String(Number(v.toPrecision(3))));

function numbers(season) {
  const read = {};
  for (const [key, value] of Object.entries(season)) {
    if (value instanceof DataView) read[key] = new Float64Array(value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength));
  }
  return read;
}

function render({ model, el }) {
  const layout = model.get("layout_data"), { T, experts: K, lanes: H } = layout;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let season = model.get("season"), data = numbers(season), lost = totals();
  let done = Math.min(model.get("round"), T), running = null, playing = false, frame = 0, resume = 0;
  let sequence = 0, inFlight = false, waiting = null, slowTimer = 0, settleTimer = 0, width = 0, place = {};

  // --- controls --------------------------------------------------------------------------------
  const id = `dplearn-${Math.random().toString(36).slice(2)}`;
  const button = (text, words, act) => {
    const node = h("button", { type: "button", "aria-label": words, title: words }, text);
    node.addEventListener("click", act);
    return node;
  };
  const play = button("▶ Play", "Play (space)", () => (playing ? pause() : start()));
  play.className = "play";
  const restart = button("Restart", "Restart: before the first race (Home)", () => goTo(0));
  const back = button("◀ Back", "Back one race (left arrow)", () => goTo(done - 1));
  const step = button("Step ▶", "Step: run one race (right arrow)", stepOn);
  const end = button("End", "End: after the last race (End)", () => goTo(T));
  const menu = (name, words, options, act) => {
    const node = h("select", { id: `${id}-${name}`, "data-name": name }, ...Object.entries(options).map(([k, v]) => h("option", { value: k }, v)));
    node.addEventListener("change", act);
    return [h("label", { for: `${id}-${name}` }, words), node];
  };
  const [speedLabel, speed] = menu("speed", "speed", Object.fromEntries(Object.keys(SPEEDS).map((k) => [k, k])), () => {});
  speed.value = "normal";
  const [worldLabel, world] = menu("world", "tipsters", layout.worlds, () => ask({ world: world.value }));
  const [ruleLabel, rule] = menu("rule", "η by", { ...layout.rules, "": "hand" }, () => ask(rule.value ? { eta: rule.value } : { position: Number(eta.value) }));
  const fresh = button("New season", "New season: the next seed", () => ask({ seed: season.seed === layout.largest_seed ? 0 : season.seed + 1 }));
  const seedWords = h("span", { class: "seed" });
  const range = (name, most, words) => h("input", { type: "range", id: `${id}-${name}`, min: 0, max: most, step: 1, "data-name": name, "data-lm-suppress-shortcuts": "true", ...words });
  const scrub = range("round", T, { "aria-label": "races run, t" });
  const scrubWords = h("output", { for: `${id}-round` });
  scrub.addEventListener("input", () => goTo(Number(scrub.value)));
  const eta = range("eta", layout.etas.length - 1, {});
  const etaWords = h("output", { for: `${id}-eta` });
  eta.addEventListener("input", () => { sayEta(layout.etas[eta.value]); rule.value = ""; ask({ position: Number(eta.value) }); });
  const etaLabel = h("label", { for: `${id}-eta` }, "learning rate, ", h("span", { class: "symbol" }, "η"));
  function sayEta(text) { etaWords.textContent = text; eta.setAttribute("aria-valuetext", `learning rate η = ${text}`); }

  // --- the page --------------------------------------------------------------------------------
  const stage = h("div", { class: "stage race", tabindex: 0, role: "group", "aria-label": "The racetrack. Space plays and pauses; arrows, Home and End move race by race." });
  const happened = h("div", { class: "happened" });
  const cells = {};
  const curves = [["realised", "realised regret: races lost beyond the best tipster so far", "realised"], ["expected", "expected regret, exact", "exact"],
    ["sharp", "bound on the expected regret, sharpened: ηt/8 + ln K/η", "sharp"], ["printed", "bound on the expected regret, as printed: ηt + ln K/η", "printed"]];
  const body = h("tbody");
  for (const [key, label, kind] of curves) {
    const cell = h("td", { class: "swatch" });
    cell.innerHTML = `<svg width="36" height="12" aria-hidden="true"><line class="${kind}" x1="2" x2="34" y1="6" y2="6"/></svg>`;
    cells[key] = h("td", { class: "value", "data-key": key });
    body.append(h("tr", {}, cell, h("th", { scope: "row" }, label), cells[key]));
  }
  const table = h("table", { "aria-label": "Regret and its bounds after this race" }, h("colgroup", {}, ...["44px", "auto", "110px"].map((w) => h("col", { style: `width:${w}` }))), body);
  const who = h("ul");
  const code = h("code", { "aria-label": "code for this season" });
  const copy = button("Copy code", "Copy code for this season", copyCode);
  const note = h("div", { class: "note", role: "status" });
  const spoken = h("div", { class: "hidden", "aria-live": "polite" });
  const root = h("div", { class: "dplearn racetrack", role: "group", "aria-label": layout.title },
    h("div", { class: "title" }, layout.title), h("div", { class: "question" }, layout.question),
    h("div", { class: "bar" }, play, step, back, restart, end, h("span", { class: "pair" }, speedLabel, speed), h("span", { class: "pair" }, fresh, seedWords)),
    h("div", { class: "bar scrubber" }, scrub, scrubWords),
    happened, stage, table,
    h("div", { class: "bar tuning" }, h("span", { class: "slide" }, etaLabel, etaWords, eta), h("span", { class: "pair" }, ruleLabel, rule), h("span", { class: "pair" }, worldLabel, world)),
    h("details", {}, h("summary", {}, "How these tipsters tip (the bettor does not know)"), who),
    h("div", { class: "foot" }, copy, code), note, spoken);
  el.replaceChildren(root);

  root.addEventListener("keydown", (event) => {
    event.stopPropagation(); // JupyterLab would take the keys
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const own = event.target === stage, on = (tag) => event.target.tagName === tag;
    const acts = { ArrowRight: stepOn, ArrowLeft: () => goTo(done - 1), Home: () => goTo(0), End: () => goTo(T) };
    if (event.key === " " && !on("BUTTON") && !on("SELECT") && !on("SUMMARY")) { event.preventDefault(); playing ? pause() : start(); }
    else if (acts[event.key] && (own || on("BUTTON"))) { event.preventDefault(); acts[event.key](); }
  });
  async function copyCode() {
    try { await navigator.clipboard.writeText(code.textContent); copy.textContent = "Copied"; }
    catch { getSelection().selectAllChildren(code); copy.textContent = "Selected: press Ctrl-C"; }
    setTimeout(() => { copy.textContent = "Copy code"; }, 1500);
  }

  // --- playing ---------------------------------------------------------------------------------
  function start() {
    if (done === T) { done = 0; running = null; }
    playing = true;
    resume = 0;
    root.dataset.playing = "true";
    if (!running) leave(speedOf());
    showButtons();
    tick();
  }
  function pause() {
    playing = false;
    delete root.dataset.playing;
    if (running) finish();
    showButtons();
    settle();
  }
  const speedOf = () => SPEEDS[speed.value] * RUN;
  function leave(duration) {
    running = { from: performance.now(), duration };
    happened.textContent = words();
  }
  function finish() {
    running = null;
    done += 1;
    show();
  }
  function stepOn() {
    if (playing) pause();
    else if (running) finish();
    if (done === T) return;
    if (still.matches) { finish(); settle(); return; }
    leave(Math.min(speedOf(), STEP));
    tick();
  }
  function goTo(target) {
    if (playing) { playing = false; delete root.dataset.playing; }
    running = null;
    done = Math.max(0, Math.min(T, target));
    show();
    settle();
  }
  function tick() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(advance);
  }
  function advance() {
    const now = performance.now();
    if (running && now - running.from >= running.duration) {
      finish();
      resume = now + (SPEEDS[speed.value] * (1 - RUN));
      if (done === T) { pause(); return; }
      if (!playing) { settle(); return; }
    }
    if (running) drawTrack((now - running.from) / running.duration);
    else if (playing && now >= resume) { leave(speedOf()); drawTrack(0); }
    if (running || playing) tick();
  }
  // The page stands still: screen readers hear where, and so does the kernel, once keys have stopped.
  function settle() {
    showButtons();
    clearTimeout(settleTimer);
    settleTimer = setTimeout(() => {
      spoken.textContent = `${words()} ${curves.map(([key, label]) => `${label}: ${cells[key].textContent}`).join("; ")}.`;
      if (model.get("round") !== done) { model.set("round", done); model.save_changes(); }
    }, 250);
  }

  // --- the kernel ------------------------------------------------------------------------------
  function ask(changes) {
    if (inFlight) { waiting = { ...waiting, ...changes }; return; }
    inFlight = true; sequence += 1;
    clearTimeout(slowTimer);
    slowTimer = setTimeout(() => { inFlight = false; note.textContent = "The kernel does not answer: it is busy, or this cell has to be run again."; }, 4000);
    model.send({ type: "set", changes, sequence: `${id} ${sequence}` });
  }
  function answered(tag) {
    if (tag !== `${id} ${sequence}`) return;
    inFlight = false;
    clearTimeout(slowTimer);
    if (waiting) { const next = waiting; waiting = null; ask(next); }
  }
  function takeSeason() {
    const before = season;
    season = model.get("season");
    data = numbers(season);
    lost = totals();
    if (before.seed !== season.seed || before.world !== season.world) {
      clearTimeout(settleTimer);
      running = null;
      done = season.round;
      resume = performance.now() + 400;
    }
    note.textContent = "";
    answered(season.sequence);
    showSeason();
    show();
    if (!playing) settle();
    requestAnimationFrame(() => root.dispatchEvent(new CustomEvent("dplearn:painted", { bubbles: true, detail: { kind: "season", newest: !inFlight } })));
  }
  function takeRound() {
    if (model.get("round") !== done && !playing) goTo(model.get("round"));
  }
  function hear(message) {
    if (message.type !== "failed") return;
    if (message.sequence === `${id} ${sequence}`) note.textContent = message.words;
    answered(message.sequence);
  }
  model.on("change:season", takeSeason);
  model.on("change:round", takeRound);
  model.on("msg:custom", hear);

  // --- what the numbers say ----------------------------------------------------------------------
  function totals() { // races lost by each tipster after t races, row by row
    const sums = new Float64Array((T + 1) * K);
    for (let t = 0; t < T; t++) for (let i = 0; i < K; i++) sums[(t + 1) * K + i] = sums[t * K + i] + data.losses[t * K + i];
    return sums;
  }
  function leaders() {
    const now = [...lost.subarray(done * K, (done + 1) * K)], least = Math.min(...now);
    return now.flatMap((v, i) => (v === least ? [i] : []));
  }
  const called = (i) => `${letter(i)} ${season.tipsters[i][0]}`;
  function words() {
    const t = running ? done : done - 1, a = data.actions[t], lane = data.picks[t * K + a] + 1;
    if (running) return `Race ${t + 1} of ${T} is on. The bettor follows ${called(a)}, who backs lane ${lane}.`;
    if (done === 0) return `Before the first race all ${K} tipsters are alike: each is followed with probability ${percent(1 / K)}.`;
    const tip = data.losses[t * K + a] === 0 ? "was right" : `backed lane ${lane}`, ahead = leaders();
    return `Race ${done} of ${T}: lane ${data.winners[t] + 1} wins. The bettor followed ${called(a)}, who ${tip}. Fewest lost so far: ${lost[done * K + ahead[0]]}, by ${ahead.length === 1 ? called(ahead[0]) : ahead.map(letter).join(", ")}.`;
  }

  // --- the picture -------------------------------------------------------------------------------
  function showButtons() {
    play.textContent = playing ? "Pause" : "▶ Play";
    play.setAttribute("aria-label", playing ? "Pause (space)" : "Play (space)");
    // Not `disabled`: that would take the focus away from under a finger on the keys.
    const idle = (nodes, nothing) => nodes.forEach((node) => node.setAttribute("aria-disabled", nothing));
    idle([back, restart], done === 0 && !running);
    idle([step, end], done === T);
  }
  function showSeason() {
    if (!waiting) { eta.value = season.position; rule.value = season.rule; sayEta(season.eta); }
    world.value = season.world;
    seedWords.textContent = `seed ${season.seed}`;
    who.replaceChildren(...season.tipsters.map(([name, how], i) => h("li", {}, h("b", {}, `${letter(i)} ${name}`), ` ${how}`)));
  }
  function show() {
    root.dataset.round = done;
    scrub.value = done;
    scrubWords.textContent = `${done} of ${T}`;
    scrub.setAttribute("aria-valuetext", `${done} of ${T} races run`);
    happened.textContent = words();
    for (const [key] of curves) cells[key].textContent = done ? figures(data[key][done - 1]) : key === "realised" || key === "expected" ? "0" : "";
    code.textContent = `${season.code}, round=${done})`;
    showButtons();
    drawBook();
    drawTrack();
  }

  const track = s("svg", { class: "track", height: HEAD + H * LANE + 8, "aria-hidden": "true" });
  const book = s("svg", { class: "book", height: HEAD + K * ROW + 14 + CURVES + FOOT, role: "img" });
  stage.append(track, book);
  const x = (t) => place.left + (place.wide * t) / T;
  const y = (v) => place.floor - ((v - layout.low) / (layout.high - layout.low)) * CURVES;

  // All that depends on the width alone; what moves is kept in `place`.
  function layOut() {
    width = Math.max(420, Math.floor(stage.clientWidth));
    const narrow = width < 640, left = narrow ? 112 : 150, right = narrow ? 116 : 138;
    const wide = width - left - right, top = HEAD + K * ROW + 14;
    place = { left, right, wide, top, floor: top + CURVES, gate: left, finish: left + wide, narrow };
    root.style.setProperty("--left", `${left}px`);
    root.style.setProperty("--right", `${right}px`);
    for (const picture of [track, book]) { picture.setAttribute("width", width); picture.replaceChildren(); }
    layTrack();
    layBook();
    show();
  }
  function layTrack() {
    track.append(s("text", { x: 0, y: 12, class: "head" }, "tips"), s("text", { x: place.gate, y: 12, class: "head" }, "the track"));
    place.horses = [];
    for (let lane = 0; lane < H; lane++) {
      const top = HEAD + lane * LANE;
      track.append(s("rect", { x: place.gate, y: top + 1, width: place.wide, height: LANE - 2, class: "lane" }));
      track.append(s("text", { x: 0, y: top + 17, class: "small" }, `lane ${lane + 1}`));
      const tips = s("g"), outcome = s("text", { x: place.finish + 10, y: top + 17 });
      const horse = s("g", { class: "horse" }), legs = s("path", { class: "legs" });
      horse.append(legs, s("path", { d: HORSE_SHAPE }), s("text", { x: 18, y: 16.5, class: "number" }, String(lane + 1)));
      track.append(tips, outcome, horse);
      place.horses.push({ horse, legs, tips, outcome, top });
    }
    track.append(s("line", { x1: place.finish, x2: place.finish, y1: HEAD - 2, y2: HEAD + H * LANE + 2, class: "post" }));
  }
  function drawTrack(moved) {
    const going = moved !== undefined, t = going ? done : Math.max(0, done - 1), at = done === 0 && !going ? 0 : going && still.matches ? 0 : moved ?? 1;
    const over = !going && done > 0, picked = going || over ? data.actions[t] : -1;
    place.horses.forEach(({ horse, legs, tips, outcome, top }, lane) => {
      // A start from rest and a little rivalry on the way; at the line the order is the race's.
      const rivalry = 0.035 * Math.sin(Math.PI * at) * Math.sin(5 * at + 2.1 * lane + 1.7 * t);
      const progress = data.reach[t * H + lane] * at * (0.75 + 0.25 * at) + rivalry;
      horse.setAttribute("transform", `translate(${place.gate + 3 + Math.max(0, progress) * (place.wide - HORSE - 3)} ${top + 1})`);
      legs.setAttribute("d", LEGS[at > 0 && at < 1 ? Math.floor(progress * 16 + lane) % 2 : 0]);
      const won = over && data.winners[t] === lane, mine = picked >= 0 && data.picks[t * K + picked] === lane;
      horse.setAttribute("class", `horse${won ? " won" : ""}${mine ? " mine" : ""}`);
      outcome.textContent = won ? (mine ? "wins: tip right" : "wins") : mine ? (over ? "tip lost" : "the bettor's tip") : "";
      outcome.setAttribute("class", won ? "won" : "mine");
      const here = []; // the tipsters who back this lane
      for (let i = 0; i < K; i++) if (data.picks[t * K + i] === lane) here.push(i);
      const tag = `${season.sequence} ${season.seed} ${season.world} ${t} ${picked}`;
      if (tips.dataset.tag === tag) return;
      tips.dataset.tag = tag;
      const gap = Math.min(18, (place.left - 54) / Math.max(1, here.length));
      tips.replaceChildren(...here.map((i, n) => chip(place.gate - 12 - gap * (here.length - 1 - n), top + LANE / 2, i, i === picked)));
    });
  }
  function chip(cx, cy, i, chosen) {
    const node = s("g", { class: chosen ? "chip chosen" : "chip" });
    node.append(s("circle", { cx, cy, r: 8 }), s("text", { x: cx, y: cy + 4 }, letter(i)));
    return node;
  }
  function layBook() {
    const { left, wide, finish, top, floor, narrow } = place;
    book.append(s("text", { x: 0, y: 12, class: "head" }, "tipster"), s("text", { x: finish + 10, y: 12, class: "head" }, "followed next with"),
      s("text", { x: left, y: 12, class: "head" }, narrow ? "probability; ▏right tip; ● followed" : "area: probability of being followed; tick: right tip; dot: followed (full: right)"));
    const ground = s("g"), curvesDrawn = s("g", { "clip-path": `url(#${id}-clip)` });
    const clip = s("clipPath", { id: `${id}-clip` });
    clip.append(s("rect", { x: left, y: top, width: wide + 1, height: CURVES }));
    book.append(clip, ground);
    place.rows = [];
    for (let i = 0; i < K; i++) {
      const base = HEAD + i * ROW + 20;
      const row = { base, group: s("g"), area: s("path", { class: "area" }), ticks: s("path", { class: "ticks" }), full: s("path", { class: "full" }), open: s("path", { class: "open" }),
        name: s("text", { x: 22, y: base - 5 }), said: s("text", { x: 22, y: base + 8, class: "small" }), bar: s("rect", { x: finish + 10, y: base - 10, height: 12, rx: 1 }), value: s("text", { x: finish + place.right - 4, y: base, class: "value" }) };
      row.group.append(chip(9, base - 4, i, false), row.name, row.said, s("line", { x1: left, x2: finish, y1: base, y2: base, class: "base" }), row.area, row.ticks, row.full, row.open, row.bar, row.value);
      book.append(row.group);
      place.rows.push(row);
    }
    for (const v of ticks(layout.low, layout.high, 5)) {
      ground.append(s("line", { x1: left, x2: finish, y1: y(v), y2: y(v), class: v === 0 ? "base" : "grid" }), s("text", { x: left - 6, y: y(v) + 4, class: "tick" }, String(v)));
    }
    for (const t of ticks(0, T, narrow ? 5 : 8)) ground.append(s("text", { x: x(t), y: floor + 15, class: "tick middle" }, String(t)));
    ground.append(s("text", { x: left + wide / 2, y: floor + 30, class: "axis" }, "races run, t"));
    ground.append(s("text", { x: 0, y: top + 12, class: "axis start" }, "cumulative"), s("text", { x: 0, y: top + 27, class: "axis start" }, "regret"));
    place.lines = {};
    for (const [key, , kind] of curves) curvesDrawn.append(place.lines[key] = s("path", { class: `curve ${kind}` }));
    place.here = s("line", { y1: HEAD, y2: floor, class: "here" });
    place.labels = s("g");
    book.append(curvesDrawn, place.here, place.labels);
  }
  function ticks(low, high, wanted) {
    const raw = (high - low) / wanted, power = 10 ** Math.floor(Math.log10(raw)), size = [1, 2, 5, 10].map((m) => m * power).find((v) => v >= raw * 0.999) || raw;
    const unit = Math.max(1, Math.round(size)), found = [];
    for (let v = Math.ceil(low / unit) * unit; v <= high + 1e-9; v += unit) found.push(v === 0 ? 0 : v);
    return found;
  }
  function drawBook() {
    const ahead = leaders(), each = place.wide / T, dot = Math.min(3, Math.max(1, each * 0.42));
    place.rows.forEach((row, i) => {
      const { base } = row, leads = done > 0 && ahead.includes(i);
      let area = `M${place.left} ${base}`, right = "", full = "", open = "";
      for (let t = 0; t < done; t++) {
        const top = base - 19 * data.laws[t * K + i], middle = x(t + 0.5), hit = data.losses[t * K + i] === 0;
        area += `V${top.toFixed(2)}H${x(t + 1).toFixed(2)}`;
        if (hit) right += `M${middle.toFixed(1)} ${base + 2}v7`;
        if (data.actions[t] === i) {
          const circle = `M${(middle - dot).toFixed(1)} ${base + 5.5}a${dot} ${dot} 0 1 0 ${2 * dot} 0a${dot} ${dot} 0 1 0 ${-2 * dot} 0`;
          if (hit) full += circle; else open += circle;
        }
      }
      row.area.setAttribute("d", `${area}V${base}Z`);
      row.ticks.setAttribute("d", right);
      row.ticks.setAttribute("stroke-width", Math.min(1.6, each * 0.4));
      row.full.setAttribute("d", full);
      row.open.setAttribute("d", open);
      row.group.setAttribute("class", leads ? "row ahead" : "row");
      row.name.textContent = season.tipsters[i][0];
      row.said.textContent = `lost ${lost[done * K + i]}${leads ? ", best" : ""}`;
      const law = data.laws[done * K + i];
      row.bar.setAttribute("width", Math.max(0.5, law * (place.right - 66)));
      row.value.textContent = percent(law);
    });
    place.here.setAttribute("x1", x(done));
    place.here.setAttribute("x2", x(done));
    const shown = curves.map(([key]) => {
      const random = key === "realised" || key === "expected", last = random ? done : T;
      let path = random ? `M${x(0)} ${y(0)}` : "";
      for (let t = 1; t <= last; t++) path += `${path ? "L" : "M"}${x(t).toFixed(2)} ${y(Math.min(1e6, data[key][t - 1])).toFixed(2)}`;
      place.lines[key].setAttribute("d", path);
      const value = last ? data[key][last - 1] : 0;
      return { key, random, value, at: random ? x(done) : place.finish, y: Math.max(place.top + 6, Math.min(place.floor, y(value))) };
    });
    drawLabels(shown.filter((l) => done > 0 || !l.random));
    book.setAttribute("aria-label", `Weights and regret after ${done} of ${T} races. ${season.tipsters.map(([name], i) => `${name} ${percent(data.laws[done * K + i])}`).join(", ")}.`);
  }
  // A label at each curve's end, pushed apart from the floor upwards and then down from the ceiling.
  function drawLabels(shown) {
    const names = { realised: "realised", expected: "expected", sharp: "sharpened bound", printed: "printed bound" };
    shown.sort((a, b) => b.y - a.y);
    for (let i = 1; i < shown.length; i++) shown[i].y = Math.min(shown[i].y, shown[i - 1].y - 14);
    for (let i = shown.length - 1, ceiling = place.top + 6; i >= 0; i--) { shown[i].y = Math.max(shown[i].y, ceiling); ceiling = shown[i].y + 14; }
    place.labels.replaceChildren(...shown.map((l) => s("text", { x: l.at + 7, y: l.y + 4, class: `label ${l.key}` }, names[l.key] + (l.value > layout.high ? " ↑" : ""))));
  }

  // --- life ----------------------------------------------------------------------------------------
  const watch = new ResizeObserver(() => { if (Math.max(420, Math.floor(stage.clientWidth)) !== width && stage.clientWidth) layOut(); });
  watch.observe(stage);
  showSeason();
  layOut();
  root.dataset.ready = "true";
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(slowTimer); clearTimeout(settleTimer);
    watch.disconnect();
    model.off("change:season", takeSeason);
    model.off("change:round", takeRound);
    model.off("msg:custom", hear);
  };
}

export default { render };
