// The browser's half of dplearn.release_desk: columns and a budget are chosen, the kernel releases, the page shows what came out.

const LEAST_WIDTH = 300, NARROW = 600;

function buildControls(layout, id) {
  const c = { boxes: [] };
  const menu = (name, words, options) => {
    const entries = Object.entries(options).map(([value, text]) => h("option", { value }, text));
    c[name] = h("select", { id: `${id}-${name}`, "data-name": name }, ...entries);
    return h("div", { class: "control" }, h("label", { for: c[name].id }, words), h("span"), c[name]);
  };
  const slide = (name, words, symbol, last) => {
    const output = h("output", { for: `${id}-${name}` });
    const shape = { type: "range", id: `${id}-${name}`, "data-name": name, min: 0, max: last, step: 1 };
    c[name] = h("input", { ...shape, "data-lm-suppress-shortcuts": "true" });
    c[name].say = (text) => {
      output.textContent = text;
      c[name].setAttribute("aria-valuetext", `${words} ${symbol} = ${text}`);
    };
    const label = h("label", { for: c[name].id }, `${words}, `, h("span", { class: "symbol" }, symbol));
    return h("div", { class: "control" }, label, output, c[name]);
  };
  layout.columns.forEach(([name, words], i) => {
    const box = h("input", { type: "checkbox", id: `${id}-column-${i}`, "data-column": name });
    c.boxes.push(box);
    box.place = h("label", { class: "column", for: box.id, title: name }, box, h("span", {}, words));
  });
  c.legend = h("legend");
  c.columns = h("fieldset", {}, c.legend, h("div", { class: "grid" }, ...c.boxes.map((box) => box.place)));
  if (layout.fixed) { // a page without a kernel has releases of these columns alone, and says so
    c.columns.disabled = true;
    c.columns.append(h("div", { class: "fixed" }, layout.fixed));
  }
  c.settings = h("div", { class: "controls" },
    menu("method", "how to release", layout.methods), menu("degree", "questions", layout.degrees),
    slide("epsilon", "privacy budget", "ε", layout.epsilons.length - 1),
    slide("T", "steps", "T", 1)); // its end depends on the method
  c.rule = h("input", { type: "checkbox", id: `${id}-rule`, "data-name": "rule" });
  c.ruleWords = h("span");
  c.settings.lastChild.append(h("label", { class: "rule", for: c.rule.id }, c.rule, c.ruleWords));
  return c;
}

function render({ model, el }) {
  const layout = model.get("layout_data"), id = `dplearn-${Math.random().toString(36).slice(2)}`;
  const names = layout.columns.map(([, words]) => words);
  let release = null, table = 0, width = 0, price = "", wasRunning = false;
  let sequence = 0, inFlight = false, waiting = null, slowTimer = 0;

  // --- the page --------------------------------------------------------------------------------
  const c = buildControls(layout, id), chart = errorChart(id), errors = errorTable(), cells = cellTable(names);
  const button = (text, words, kind = "") => h("button", { type: "button", title: words, class: kind }, text);
  const go = button("Release", "Spend this budget: run the release", "go");
  const stop = button("Stop", "Stop: keep what there is; only the steps done are paid for");
  const bar = h("progress", { max: 1, value: 0, "aria-label": "steps done" }), count = h("output", { class: "count" });
  const live = (...nodes) => (layout.fixed ? [] : nodes);
  const div = (kind) => h("div", { class: kind }), planned = div("planned"), message = div("message"), account = div("account");
  const stage = h("div", { class: "stage errors" }, chart.svg);
  const which = h("select", { id: `${id}-table`, "data-name": "table" });
  const save = button("", "The file costs no further budget", "save");
  const fileWords = h("span", { class: "file" });
  const code = h("code", { "aria-label": "code for these settings" }), copy = copyButton(code);
  const note = h("div", { class: "note", role: "status" }), spoken = h("div", { class: "hidden", "aria-live": "polite" });
  const shown = h("div", { class: "shown", hidden: "" },
    stage, errors.table,
    h("div", { class: "pick" }, h("label", { for: which.id }, "table of"), which), cells.table,
    h("div", { class: "curator" }, layout.curator), ...live(h("div", { class: "foot" }, save, fileWords)));
  const root = h("div", { class: "dplearn desk", role: "group", "aria-label": layout.title },
    h("div", { class: "title" }, layout.title), h("div", { class: "question" }, layout.question),
    c.columns, c.settings, planned, h("div", { class: "run" }, go, ...live(stop), bar, count), note, account, message, shown,
    h("div", { class: "foot" }, copy, code), spoken);
  el.replaceChildren(root);

  // --- what the reader does ------------------------------------------------------------------------
  c.boxes.forEach((box) => box.addEventListener("change", () => {
    const chosen = c.boxes.flatMap((b, i) => (b.checked ? [layout.columns[i][0]] : []));
    if (chosen.length >= layout.least) { note.textContent = ""; ask({ columns: chosen }); return; }
    box.checked = true;
    note.textContent = `At least ${layout.least} columns stay chosen.`;
  }));
  c.method.addEventListener("change", () => ask({ method: c.method.value }));
  c.degree.addEventListener("change", () => ask({ degree: Number(c.degree.value) }));
  c.epsilon.addEventListener("input", () => {
    c.epsilon.say(layout.epsilons[c.epsilon.value]);
    ask({ epsilon_place: Number(c.epsilon.value) });
  });
  c.T.addEventListener("input", () => {
    c.rule.checked = false;
    c.T.say(layout.rounds[c.method.value][c.T.value]);
    ask({ T_place: Number(c.T.value) });
  });
  c.rule.addEventListener("change", () => ask({ T_place: c.rule.checked ? null : Number(c.T.value) }));
  const idle = (node) => node.getAttribute("aria-disabled") === "true";
  go.addEventListener("click", () => {
    if (idle(go)) return;
    tell("release", waiting ?? {});
    waiting = null;
    setRunning(true);
  });
  stop.addEventListener("click", () => { if (!idle(stop)) model.send({ type: "stop" }); });
  save.addEventListener("click", () => {
    fileWords.textContent = "drawing up the file";
    model.send({ type: "file", view: id });
  });
  which.addEventListener("change", () => { table = Number(which.value); drawRelease(); });
  root.addEventListener("keydown", (event) => event.stopPropagation()); // JupyterLab would take the keys

  // One question is in flight at a time; while the kernel answers, later changes are put together.
  function ask(changes) {
    waiting = { ...waiting, ...changes };
    if (!inFlight) tellWaiting();
  }
  function tellWaiting() {
    const changes = waiting;
    waiting = null; // before a kernel that was given up answers after all: what waited then is older
    tell("set", changes);
  }
  function tell(type, changes) {
    inFlight = true; sequence += 1;
    note.textContent = "";
    clearTimeout(slowTimer);
    slowTimer = setTimeout(() => { inFlight = false; note.textContent = silence(model); takeProgress(); }, 4000);
    model.send({ type, changes, sequence: `${id} ${sequence}` });
  }
  function answered(tag) {
    if (tag !== `${id} ${sequence}`) return;
    inFlight = false;
    clearTimeout(slowTimer);
    if (note.textContent === silence(model)) note.textContent = "";
    if (waiting) tellWaiting();
  }

  // --- what the kernel says --------------------------------------------------------------------------
  function takePlan() {
    const plan = model.get("plan_data");
    answered(plan.sequence);
    if (inFlight) return;
    const chosen = new Set(plan.columns);
    c.boxes.forEach((box, i) => { box.checked = chosen.has(i); });
    c.legend.textContent = `Columns: ${chosen.size} of ${c.boxes.length}`;
    c.method.value = plan.method; c.degree.value = plan.degree;
    c.epsilon.value = plan.epsilon[0]; c.epsilon.say(plan.epsilon[1]);
    c.T.max = layout.rounds[plan.method].length - 1; // before the place, which it would cut
    c.T.value = plan.T[0]; c.T.say(plan.T[1]);
    c.rule.checked = plan.rule;
    c.ruleWords.textContent = plan.rule_words;
    for (const node of [c.T, c.rule]) node.disabled = Boolean(layout.fixed) || !plan.stepwise;
    planned.replaceChildren(...plan.words.map((line) => h("div", {}, line)));
    price = plan.price;
    if (!wasRunning) count.textContent = price;
    code.textContent = plan.code;
    root.dataset.plan = plan.sequence;
  }
  function takeProgress() {
    const progress = model.get("progress");
    const running = progress.step !== undefined;
    bar.max = running ? progress.T : 1; bar.value = running ? progress.step : 0;
    count.textContent = running ? progress.words : price;
    setRunning(running);
  }
  function setRunning(running) {
    // Not `disabled`: that would take the focus away from under a finger on the keys.
    go.setAttribute("aria-disabled", running); stop.setAttribute("aria-disabled", !running);
    if (running) root.dataset.running = "true"; else delete root.dataset.running;
    if (wasRunning && !running && document.activeElement === stop) go.focus();
    wasRunning = running;
  }
  function takeRelease() {
    const sent = model.get("result");
    account.textContent = sent.account ?? layout.unspent;
    if (sent.number === undefined) return;
    release = readRelease(sent);
    table = release.worstTable;
    message.textContent = release.message;
    save.textContent = release.file[0];
    fileWords.textContent = release.file[1];
    listTables();
    errors.say(release);
    shown.hidden = false;
    drawRelease();
    root.dataset.release = release.number;
    spoken.textContent = `${release.message} ${sent.account}`;
  }
  function listTables() {
    const words = (i) => release.subset(i).map((column) => names[column]).join(" × ");
    const worst = h("option", { value: release.worstTable }, `${words(release.worstTable)} (holds the worst error)`);
    const rest = Array.from({ length: release.tables }, (_, i) => h("option", { value: i }, words(i)));
    which.replaceChildren(worst, h("optgroup", { label: `all ${release.tables} tables` }, ...rest));
  }
  function drawRelease() {
    width = stageWidth();
    if (!release) return;
    chart.draw(release, width, table);
    cells.draw(release, table, width < NARROW);
    root.dataset.table = table;
  }
  const stageWidth = () => Math.max(LEAST_WIDTH, Math.floor(root.clientWidth) - 10);

  function takeFile(sent, buffers) {
    const url = URL.createObjectURL(new Blob([buffers[0]], { type: "text/csv" }));
    h("a", { href: url, download: sent.name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    fileWords.textContent = sent.words;
  }
  function hear(sent, buffers) {
    if (sent.type === "file" && sent.view === id) takeFile(sent, buffers);
    if (sent.type !== "failed") return;
    note.textContent = sent.words;
    answered(sent.sequence);
    takePlan(); takeProgress();
  }
  const heard = {
    "change:plan_data": takePlan, "change:progress": takeProgress, "change:result": takeRelease, "msg:custom": hear,
  };
  for (const [event, act] of Object.entries(heard)) model.on(event, act);

  const watch = new ResizeObserver(() => { if (root.clientWidth && stageWidth() !== width) drawRelease(); });
  watch.observe(root);
  takePlan(); takeProgress(); takeRelease();
  root.dataset.ready = "true";
  return () => {
    clearTimeout(slowTimer);
    watch.disconnect();
    for (const [event, act] of Object.entries(heard)) model.off(event, act);
  };
}

export default { render };
