// The browser's half of dplearn.release_desk: columns and a budget are chosen, the kernel releases, the page shows what came out.

const LEAST_WIDTH = 200, NARROW = 500;

function buildControls(layout, id) {
  const c = { boxes: [] };
  const control = (name, [node, label, output = h("span")]) => {
    c[name] = node;
    return h("div", { class: "control" }, label, output, node);
  };
  layout.columns.forEach(([name, words], i) => {
    const box = h("input", { type: "checkbox", id: `${id}-column-${i}`, "data-column": name });
    c.boxes.push(box);
    box.place = h("label", { class: "column", for: box.id, title: name }, box, h("span", {}, words));
  });
  c.legend = h("legend");
  c.columns = h("fieldset", {}, c.legend, h("div", { class: "grid" }, ...c.boxes.map((box) => box.place)));
  if (layout.fixed) c.columns = h("div", { class: "fixed" }); // a page without a kernel has releases of these columns alone, and says so
  c.settings = h("div", { class: "controls" },
    control("method", menu(id, "method", "how to release", layout.methods)),
    control("degree", menu(id, "degree", "questions", layout.degrees)),
    control("epsilon", slider(id, "epsilon", "privacy budget", "ε", layout.epsilons.length - 1)));
  return c;
}

function render({ model, el }) {
  const layout = model.get("layout_data"), id = `dplearn-${Math.random().toString(36).slice(2)}`;
  const names = layout.columns.map(([, words]) => words);
  let release = null, now = null, table = 0, width = 0, takes = 0, spent = 0, wasRunning = false;
  const newest = new Map(); // release by method, on the questions of the last one

  // --- the page --------------------------------------------------------------------------------
  const c = buildControls(layout, id), tank = budgetTank(layout.tank), bars = errorBars(), errors = errorTable(), cells = cellTable(names);
  const go = button("Release", begin, { title: "Spend this budget: run the release", class: "go" });
  const stop = button("Stop", () => { if (!idle(stop)) model.send({ type: "stop" }); }, { title: "Stop: keep what there is; only the steps done are paid for" });
  const count = h("output", { class: "count" });
  const live = (...nodes) => (layout.fixed ? [] : nodes);
  const div = (kind) => h("div", { class: kind }), planned = div("planned"), message = div("message"), account = div("account");
  const which = h("select", { id: `${id}-table`, "data-name": "table" });
  const save = button("", askFile, { title: "The file costs no further budget", class: "save" });
  const fileWords = h("span", { class: "file" });
  const code = h("code", { "aria-label": "code for these settings" });
  const note = h("div", { class: "note", role: "status" }), spoken = h("div", { class: "hidden", "aria-live": "polite" });
  const stage = h("div", { class: "stage" }, tank.svg, bars.svg);
  const shown = h("div", { class: "shown", hidden: "" }, errors.table,
    h("div", { class: "pick" }, h("label", { for: which.id }, "table of"), which), cells.table,
    h("div", { class: "curator" }, layout.curator), ...live(h("div", { class: "foot" }, save, fileWords)));
  const root = widget(el, layout, "desk", message, stage,
    h("div", { class: "run" }, go, ...live(stop), count), note, c.settings, planned, c.columns, account, shown,
    h("div", { class: "foot" }, copyCode(code), code), spoken);
  const talk = questions(model, id, note, takeProgress), { ask } = talk;

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
  const idle = (node) => node.getAttribute("aria-disabled") === "true";
  function begin() {
    if (idle(go)) return;
    talk.tell("release");
    setRunning(true);
  }
  function askFile() {
    fileWords.textContent = "drawing up the file";
    model.send({ type: "file", view: id });
  }
  which.addEventListener("change", () => { table = Number(which.value); drawRelease(); });

  // --- what the kernel says --------------------------------------------------------------------------
  function takePlan() {
    const plan = model.get("plan_data");
    talk.answered(plan.sequence);
    if (talk.inFlight) return;
    const chosen = new Set(plan.columns);
    c.boxes.forEach((box, i) => { box.checked = chosen.has(i); });
    c.legend.textContent = `Columns: ${chosen.size} of ${c.boxes.length}`;
    if (layout.fixed) c.columns.textContent = `Columns: ${plan.columns.map((i) => names[i]).join(", ")}. ${layout.fixed}`;
    c.method.value = plan.method; c.degree.value = plan.degree;
    c.epsilon.value = plan.epsilon[0]; c.epsilon.say(plan.epsilon[1]);
    planned.replaceChildren(...plan.words.map((line) => h("div", {}, line)));
    takes = plan.epsilon[2];
    count.replaceChildren(...formulas(plan.price));
    code.textContent = plan.code;
    drawTank();
    root.dataset.plan = plan.sequence;
  }
  function takeProgress() {
    const progress = received(model.get("progress")), running = progress.step !== undefined;
    // Before its first step a release answers as if all cells were alike.
    now = running ? { ...progress, uniform: progress.step ? now?.uniform : progress.errors } : null;
    if (running) { message.textContent = progress.words; drawStage(); }
    root.dataset.step = progress.step ?? "";
    setRunning(running);
  }
  function setRunning(running) {
    // Not `disabled`: that would take the focus away from under a finger on the keys.
    go.setAttribute("aria-disabled", running); stop.setAttribute("aria-disabled", !running);
    root.dataset.running = running ? "true" : "";
    if (wasRunning && !running && document.activeElement === stop) go.focus();
    wasRunning = running;
  }
  function takeRelease() {
    const sent = model.get("result");
    account.replaceChildren(...formulas(sent.account));
    if (sent.number === undefined) return;
    spent = sent.spent;
    const asked = `${release?.subsets}`;
    release = readRelease(sent);
    table = release.worstTable;
    message.textContent = release.message;
    save.textContent = release.file[0];
    fileWords.textContent = release.file[1];
    listTables();
    if (`${release.subsets}` !== asked) newest.clear();
    newest.delete(release.method);
    errors.say(release, [...newest.values()].reverse());
    newest.set(release.method, release);
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
  const drawTank = () => tank.draw(layout.tank - spent - (now?.spent ?? 0), takes, now !== null);
  function drawStage() {
    drawTank();
    if (now) bars.draw({ released: now.errors, uniform: now.uniform }, width, -1, { released: "this release", uniform: "all cells alike" });
    else if (release) bars.draw(release.worst, width, table, release.labels);
  }
  function drawRelease() {
    width = stageWidth();
    drawStage();
    if (!release) return;
    cells.draw(release, table, width < NARROW);
    root.dataset.table = table;
  }
  const stageWidth = () => Math.max(LEAST_WIDTH, Math.floor(root.clientWidth) - 10 - TANK_WIDTH);

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
    talk.answered(sent.sequence);
    takePlan(); takeProgress();
  }
  const heard = {
    "change:plan_data": takePlan, "change:progress": takeProgress, "change:result": takeRelease, "msg:custom": hear,
  };
  const leave = listen(model, heard, root, () => { if (root.clientWidth && stageWidth() !== width) drawRelease(); });
  takePlan(); takeProgress(); takeRelease();
  root.dataset.ready = "true";
  return () => { talk.end(); leave(); };
}

export default { render };
