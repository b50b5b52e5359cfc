// The browser's half of dplearn.racetrack: it plays a season forward that the kernel has run.

const SPEEDS = { "slow": 2600, "normal": 1300, "fast": 450, "very fast": 120 }; // ms a race
const RUN = 0.7; // part of a race's time in which the horses run; the rest shows the outcome
const STEP = 600; // ms of a single step's run
const FRAME = 100; // ms that a frame counts at most: where frames come late, and in a hidden tab, the races wait
const LEAST_WIDTH = 300;
const STAGE_WORDS = "The racetrack. Space plays and pauses; arrows, Home and End move race by race.";

// Where things stand at a width; track and book share it.
function placeAt(width, T) {
  const narrow = width < 640, slim = width < 440; // a small window, a phone
  const left = slim ? 106 : narrow ? 112 : 150, right = slim ? 82 : narrow ? 116 : 138, wide = width - left - right;
  return { narrow, slim, width, left, right, wide, finish: left + wide, x: (t) => left + (wide * t) / T };
}

function buildControls(layout, id) {
  const button = (text, words) => h("button", { type: "button", "aria-label": words, title: words }, text);
  const menu = (name, words, options) => {
    const entries = Object.entries(options).map(([value, text]) => h("option", { value }, text));
    const node = h("select", { id: `${id}-${name}`, "data-name": name }, ...entries);
    return [node, h("span", { class: "pair" }, h("label", { for: node.id }, words), node)];
  };
  const range = (name, most, words = {}) => {
    const shape = { type: "range", id: `${id}-${name}`, min: 0, max: most, step: 1, "data-name": name };
    return [h("input", { ...shape, "data-lm-suppress-shortcuts": "true", ...words }), h("output", { for: `${id}-${name}` })];
  };
  const c = {
    play: button("▶ Play", "Play (space)"),
    step: button("Step ▶", "Step: run one race (right arrow)"),
    back: button("◀ Back", "Back one race (left arrow)"),
    restart: button("Restart", "Restart: before the first race (Home)"),
    end: button("End", "End: after the last race (End)"),
    fresh: button("New season", "New season: the next seed"),
    seed: h("span", { class: "seed" }),
  };
  c.play.className = "play";
  const [speed, speedPair] = menu("speed", "speed", Object.fromEntries(Object.keys(SPEEDS).map((name) => [name, name])));
  const [world, worldPair] = menu("world", "tipsters", layout.worlds);
  const [rule, rulePair] = menu("rule", "η by", { ...layout.rules, "": "hand" });
  const [scrub, scrubWords] = range("round", layout.T, { "aria-label": "races run, t" });
  const [eta, etaWords] = range("eta", layout.etas.length - 1);
  speed.value = "normal";
  c.sayEta = (text) => {
    etaWords.textContent = text;
    eta.setAttribute("aria-valuetext", `learning rate η = ${text}`);
  };
  c.sayRound = (done) => {
    scrub.value = done;
    scrubWords.textContent = `${done} of ${layout.T}`;
    scrub.setAttribute("aria-valuetext", `${done} of ${layout.T} races run`);
  };
  const etaLabel = h("label", { for: eta.id }, "learning rate, ", h("span", { class: "symbol" }, "η"));
  c.bars = [
    h("div", { class: "bar" }, c.play, c.step, c.back, c.restart, c.end, speedPair, h("span", { class: "pair" }, c.fresh, c.seed)),
    h("div", { class: "bar scrubber" }, scrub, scrubWords),
  ];
  c.tuning = h("div", { class: "bar tuning" }, h("span", { class: "slide" }, etaLabel, etaWords, eta), rulePair, worldPair);
  return Object.assign(c, { speed, world, rule, scrub, eta });
}

// The table under the picture; `say` fills it after `done` races and returns it in words.
function buildReadings() {
  const body = h("tbody"), labels = {}, cells = {};
  for (const [key, words, kind] of CURVES) {
    labels[key] = h("th", { scope: "row" }, words);
    cells[key] = h("td", { class: "value", "data-key": key });
    body.append(h("tr", {}, swatch(s("line", { class: kind, x1: 2, x2: 34, y1: 6, y2: 6 })), labels[key], cells[key]));
  }
  const columns = ["44px", "auto", "110px"].map((width) => h("col", { style: `width:${width}` }));
  const table = h("table", { "aria-label": "Regret and its bounds after this race" }, h("colgroup", {}, ...columns), body);
  function say(season, done) {
    for (const [key] of CURVES) cells[key].textContent = done ? numberText(season[key][done - 1]) : grows(key) ? "0" : "";
    labels.realised.textContent = `${CURVES[0][1]} = ${season.paid[done]} − ${season.least(done)}`;
  }
  const words = () => CURVES.map(([key]) => `${labels[key].textContent}: ${cells[key].textContent}`).join("; ");
  return { table, say, words };
}

function render({ model, el }) {
  const layout = model.get("layout_data"), { T } = layout, id = `dplearn-${Math.random().toString(36).slice(2)}`;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let season = readSeason(layout, model.get("season"));
  // `done`: races run; `running`: the race on the track at this moment, if one is; `resume`: when the next one may start.
  let done = Math.min(model.get("round"), T), running = null, playing = false, resume = 0, frame = 0, width = 0;
  let clock = 0, last = 0; // ms that races have run in this view, and when the last frame came
  let sequence = 0, inFlight = false, waiting = null, slowTimer = 0, settleTimer = 0;

  // --- the page --------------------------------------------------------------------------------
  const c = buildControls(layout, id), readings = buildReadings();
  const track = raceTrack(layout), book = raceBook(layout, id);
  const stage = h("div", { class: "stage race", tabindex: 0, role: "group", "aria-label": STAGE_WORDS }, track.svg, book.svg);
  const happened = h("div", { class: "happened" }), who = h("ul");
  const code = h("code", { "aria-label": "code for this season" });
  const copy = copyButton(code, { "aria-label": "Copy code for this season", title: "Copy code for this season" });
  const note = h("div", { class: "note", role: "status" }), spoken = h("div", { class: "hidden", "aria-live": "polite" });
  const root = h("div", { class: "dplearn racetrack", role: "group", "aria-label": layout.title },
    h("div", { class: "title" }, layout.title), h("div", { class: "question" }, layout.question),
    ...c.bars, happened, stage, readings.table, c.tuning,
    h("details", {}, h("summary", {}, "How these tipsters tip (the bettor does not know)"), who),
    h("div", { class: "foot" }, copy, code), note, spoken);
  el.replaceChildren(root);

  const presses = {
    play: () => (playing ? pause() : start()), step: stepOn, back: () => goTo(done - 1),
    restart: () => goTo(0), end: () => goTo(T),
    fresh: () => ask({ seed: season.seed === layout.largest_seed ? 0 : season.seed + 1 }),
  };
  for (const [name, act] of Object.entries(presses)) c[name].addEventListener("click", act);
  c.scrub.addEventListener("input", () => goTo(Number(c.scrub.value)));
  c.eta.addEventListener("input", () => {
    c.sayEta(layout.etas[c.eta.value]);
    c.rule.value = "";
    ask({ position: Number(c.eta.value) });
  });
  c.rule.addEventListener("change", () => ask(c.rule.value ? { eta: c.rule.value } : { position: Number(c.eta.value) }));
  c.world.addEventListener("change", () => ask({ world: c.world.value }));
  root.addEventListener("keydown", (event) => {
    event.stopPropagation(); // JupyterLab would take the keys
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const tag = event.target.tagName, act = { ArrowRight: "step", ArrowLeft: "back", Home: "restart", End: "end" }[event.key];
    if (event.key === " " && !["BUTTON", "SELECT", "SUMMARY"].includes(tag)) { event.preventDefault(); presses.play(); }
    else if (act && (event.target === stage || tag === "BUTTON")) { event.preventDefault(); presses[act](); }
  });

  // --- showing ---------------------------------------------------------------------------------
  function show() {
    root.dataset.round = done;
    c.sayRound(done);
    readings.say(season, done);
    code.textContent = `${season.code}, round=${done})`;
    book.draw(season, done);
    showRace();
    showButtons();
  }
  // The race on the track: the one that is running, else the last one that was run, before the first the horses at their gates.
  function showRace() {
    const t = running ? done : Math.max(0, done - 1), over = !running && done > 0;
    const followed = running || over ? season.actions[t] : -1;
    happened.textContent = season.words(done, running);
    track.announce(season, t, followed, over);
    track.move(season, t, over ? 1 : 0);
    book.follow(followed);
  }
  function showSeason() {
    // A change still on its way stands on the slider already: an older season must not pull it back under the reader's finger.
    if (!inFlight) { c.eta.value = season.position; c.rule.value = season.rule; c.sayEta(season.eta); }
    c.world.value = season.world;
    c.seed.textContent = `seed ${season.seed}`;
    who.replaceChildren(...season.tipsters.map(([name, how], i) => h("li", {}, h("b", {}, `${letter(i)} ${name}`), ` ${how}`)));
  }
  function showButtons() {
    c.play.textContent = playing ? "Pause" : "▶ Play";
    c.play.setAttribute("aria-label", playing ? "Pause (space)" : "Play (space)");
    // Not `disabled`: that would take the focus away from under a finger on the keys.
    const idle = (nodes, nothing) => nodes.forEach((node) => node.setAttribute("aria-disabled", nothing));
    idle([c.back, c.restart], done === 0 && !running);
    idle([c.step, c.end], done === T);
  }
  function layOut() {
    width = stageWidth();
    const place = placeAt(width, T);
    root.style.setProperty("--left", `${place.left}px`);
    root.style.setProperty("--right", `${place.right}px`);
    track.lay(place);
    book.lay(place);
    show();
  }
  const stageWidth = () => Math.max(LEAST_WIDTH, Math.floor(stage.clientWidth));

  // --- playing ---------------------------------------------------------------------------------
  const pace = () => SPEEDS[c.speed.value];
  function start() {
    if (done === T) { done = 0; running = null; show(); }
    setPlaying(true);
    resume = 0;
    if (!running) leave(pace() * RUN);
    showButtons();
    tick();
  }
  function pause() {
    setPlaying(false);
    if (running) finish();
    settle();
  }
  function setPlaying(on) {
    playing = on;
    if (on) root.dataset.playing = "true"; else delete root.dataset.playing;
  }
  function leave(duration) {
    running = { from: clock, duration };
    showRace();
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
    leave(Math.min(pace() * RUN, STEP));
    tick();
  }
  function goTo(target) {
    setPlaying(false);
    running = null;
    done = Math.max(0, Math.min(T, target));
    show();
    settle();
  }
  function tick() {
    cancelAnimationFrame(frame);
    last = performance.now();
    frame = requestAnimationFrame(advance);
  }
  function advance() {
    clock += Math.min(performance.now() - last, FRAME);
    const now = clock;
    if (running && now - running.from >= running.duration) {
      finish();
      resume = now + pace() * (1 - RUN);
      if (done === T) { pause(); return; }
      if (!playing) { settle(); return; }
    }
    if (running && !still.matches) track.move(season, done, (now - running.from) / running.duration);
    else if (!running && playing && now >= resume) leave(pace() * RUN);
    if (running || playing) tick();
  }
  // The page stands still: screen readers hear where, and so does the kernel, once keys have stopped.
  function settle() {
    showButtons();
    clearTimeout(settleTimer);
    settleTimer = setTimeout(() => {
      spoken.textContent = `${happened.textContent} ${readings.words()}.`;
      if (model.get("round") !== done) { model.set("round", done); model.save_changes(); }
    }, 250);
  }

  // --- the kernel ------------------------------------------------------------------------------
  // One question is in flight at a time; while the kernel answers, later changes are put together.
  function ask(changes) {
    waiting = { ...waiting, ...changes };
    if (inFlight) return;
    inFlight = true; sequence += 1;
    clearTimeout(slowTimer);
    slowTimer = setTimeout(() => { inFlight = false; note.textContent = silence(model); }, 4000);
    model.send({ type: "set", changes: waiting, sequence: `${id} ${sequence}` });
    waiting = null;
  }
  function answered(tag) {
    if (tag !== `${id} ${sequence}`) return;
    inFlight = false;
    clearTimeout(slowTimer);
    if (waiting) ask({});
  }
  function takeSeason() {
    const before = season;
    season = readSeason(layout, model.get("season"));
    if (before.seed !== season.seed || before.world !== season.world) {
      clearTimeout(settleTimer);
      running = null;
      done = season.round;
      resume = clock + 400;
    }
    note.textContent = "";
    answered(season.sequence);
    showSeason();
    show();
    if (!playing) settle();
    const painted = () => new CustomEvent("dplearn:painted", { bubbles: true, detail: { kind: "season", newest: !inFlight } });
    requestAnimationFrame(() => root.dispatchEvent(painted()));
  }
  function takeRound() {
    if (model.get("round") !== done && !playing) goTo(model.get("round"));
  }
  function hear(message) {
    if (message.type !== "failed") return;
    if (message.sequence === `${id} ${sequence}`) note.textContent = message.words;
    answered(message.sequence);
  }
  const heard = { "change:season": takeSeason, "change:round": takeRound, "msg:custom": hear };
  for (const [event, act] of Object.entries(heard)) model.on(event, act);

  const watch = new ResizeObserver(() => { if (stage.clientWidth && stageWidth() !== width) layOut(); });
  watch.observe(stage);
  showSeason();
  layOut();
  root.dataset.ready = "true";
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(slowTimer); clearTimeout(settleTimer);
    watch.disconnect();
    for (const [event, act] of Object.entries(heard)) model.off(event, act);
  };
}

export default { render };
