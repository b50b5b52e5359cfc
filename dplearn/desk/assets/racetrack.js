// The browser's half of dplearn.racetrack: it plays a season forward that the kernel has run.

const SPEEDS = { "slow": 2600, "normal": 1300, "fast": 450, "very fast": 120 }; // ms a race
const RUN = 0.7; // part of a race's time in which the horses run; the rest shows the outcome
const STEP = 600; // ms of a single step's run
const FRAME = 100; // ms that a frame counts at most: where frames come late, and in a hidden tab, the races wait
const LEAST_WIDTH = 300;

// Where things stand at a width; track and book share it. A style may make lanes and rows `low` times as high, --low.
function placeAt(width, T, low) {
  const narrow = width < 640, slim = width < 440; // a small window, a phone
  const left = slim ? 106 : narrow ? 112 : 150, right = slim ? 82 : narrow ? 116 : 138, wide = width - left - right;
  return { low, narrow, slim, width, left, right, wide, finish: left + wide, x: (t) => left + (wide * t) / T };
}

function buildControls(layout, id, { play, stepOn, renew }) {
  const named = (text, words, act, kind = "") => button(text, act, { "aria-label": words, title: words, class: kind });
  const c = { play: named("▶ Play", "Play (space)", play, "play"), step: named("Step ▶", "Step: run one race", stepOn), seed: h("span", { class: "seed" }) };
  const pair = ([node, label]) => h("span", { class: "pair" }, label, node);
  const speed = menu(id, "speed", "speed", Object.fromEntries(Object.keys(SPEEDS).map((name) => [name, name])));
  const world = menu(id, "world", "tipsters", layout.worlds), rule = menu(id, "rule", "η by", { ...layout.rules, "": "hand" });
  const [scrub, , scrubWords] = slider(id, "round", "", "", layout.T);
  const [eta, etaLabel, etaWords] = slider(id, "eta", "learning rate", "η", layout.etas.length - 1);
  scrub.setAttribute("aria-label", "races run, t");
  speed[0].value = "normal";
  c.bars = [
    h("div", { class: "bar" }, c.play, c.step, pair(speed), h("span", { class: "pair" }, named("New season", "New season: the next seed", renew), c.seed)),
    h("div", { class: "bar scrubber" }, scrub, scrubWords),
  ];
  c.tuning = h("div", { class: "bar tuning" }, h("span", { class: "slide" }, etaLabel, etaWords, eta), pair(rule), pair(world));
  return Object.assign(c, { speed: speed[0], world: world[0], rule: rule[0], scrub, eta });
}

function render({ model, el }) {
  const layout = model.get("layout_data"), { T } = layout, id = `dplearn-${Math.random().toString(36).slice(2)}`;
  let season = readSeason(layout, model.get("season"));
  // `done`: races run; `running`: the race on the track at this moment, if one is; `resume`: when the next one may start.
  let done = Math.min(model.get("round"), T), running = null, playing = false, resume = 0, frame = 0, width = 0;
  let clock = 0, last = 0; // ms that races have run in this view, and when the last frame came
  let settleTimer = 0;

  // --- the page --------------------------------------------------------------------------------
  const c = buildControls(layout, id, { play, stepOn, renew });
  const rows = CURVES.map(([key, words, kind]) => [key, s("line", { class: kind, x1: 2, x2: 34, y1: 6, y2: 6 }), words]);
  const readings = readingsTable("Regret and its bounds after this race", "110px", rows);
  const track = raceTrack(layout), book = raceBook(layout, id);
  const stage = h("div", { class: "stage race" }, track.svg, bookKey(), book.svg);
  const happened = h("div", { class: "happened" }), who = h("ul");
  const code = h("code", { "aria-label": "code for this season" });
  const note = h("div", { class: "note", role: "status" }), spoken = h("div", { class: "hidden", "aria-live": "polite" });
  const root = widget(el, layout, "racetrack", ...c.bars, happened, stage, readings.table, c.tuning,
    h("details", {}, h("summary", {}, "How these tipsters tip (the bettor does not know)"), who),
    h("div", { class: "foot" }, copyCode(code), code), note, spoken);
  const talk = questions(model, id, note), { ask } = talk;

  function play() { if (playing) pause(); else start(); }
  function renew() { ask({ seed: season.seed === layout.largest_seed ? 0 : season.seed + 1 }); }
  c.scrub.addEventListener("input", () => goTo(Number(c.scrub.value)));
  c.eta.addEventListener("input", () => {
    c.eta.say(layout.etas[c.eta.value]);
    c.rule.value = "";
    ask({ position: Number(c.eta.value) });
  });
  c.rule.addEventListener("change", () => ask(c.rule.value ? { eta: c.rule.value } : { position: Number(c.eta.value) }));
  c.world.addEventListener("change", () => ask({ world: c.world.value }));
  root.addEventListener("keydown", (event) => {
    if (event.key !== " " || ["BUTTON", "SELECT", "SUMMARY"].includes(event.target.tagName)) return;
    event.preventDefault();
    play();
  });

  // --- showing ---------------------------------------------------------------------------------
  function show() {
    root.dataset.round = done;
    c.scrub.value = done;
    c.scrub.say(`${done} of ${T}`, `${done} of ${T} races run`);
    for (const [key] of CURVES) readings.cells[key].textContent = done ? numberText(season[key][done - 1]) : grows(key) ? "0" : "";
    readings.labels.realised.textContent = `${CURVES[0][1]} = ${season.paid[done]} − ${season.least(done)}`;
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
    if (!talk.inFlight) { c.eta.value = season.position; c.rule.value = season.rule; c.eta.say(season.eta); }
    c.world.value = season.world;
    c.seed.textContent = `seed ${season.seed}`;
    who.replaceChildren(...season.tipsters.map(([name, how], i) => h("li", {}, h("b", {}, `${letter(i)} ${name}`), ` ${how}`)));
  }
  function showButtons() {
    root.dataset.playing = playing ? "true" : "";
    c.play.textContent = playing ? "Pause" : "▶ Play";
    c.play.setAttribute("aria-label", playing ? "Pause (space)" : "Play (space)");
    c.step.setAttribute("aria-disabled", done === T); // not `disabled`: that would take the focus away from under a finger on the keys
  }
  function layOut() {
    width = stageWidth();
    const place = placeAt(width, T, Number(getComputedStyle(stage).getPropertyValue("--low")) || 1);
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
    playing = true;
    resume = 0;
    if (!running) leave(pace() * RUN);
    showButtons();
    tick();
  }
  function pause() {
    playing = false;
    if (running) finish();
    settle();
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
    if (calm.matches) { finish(); settle(); return; }
    leave(Math.min(pace() * RUN, STEP));
    tick();
  }
  function goTo(target) {
    playing = false;
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
    if (running && !calm.matches) track.move(season, done, (now - running.from) / running.duration);
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
    talk.answered(season.sequence);
    showSeason();
    show();
    if (!playing) settle();
    const painted = () => new CustomEvent("dplearn:painted", { bubbles: true, detail: { kind: "season", newest: !talk.inFlight } });
    requestAnimationFrame(() => root.dispatchEvent(painted()));
  }
  function takeRound() {
    if (model.get("round") !== done && !playing) goTo(model.get("round"));
  }
  function hear(message) {
    if (message.type !== "failed") return;
    if (message.sequence === talk.tag) note.textContent = message.words;
    talk.answered(message.sequence);
  }
  const heard = { "change:season": takeSeason, "change:round": takeRound, "msg:custom": hear };
  const leaves = listen(model, heard, stage, () => { if (stage.clientWidth && stageWidth() !== width) layOut(); });
  showSeason();
  layOut();
  root.dataset.ready = "true";
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(settleTimer);
    talk.end();
    leaves();
  };
}

export default { render };
