// Exercises are done on the page: a cell that the reader writes has an editor, Run and Check, by the worker of Run live.
//
// What is written is kept in this browser, a record for each answer: { text, start (as the exercise began when it was
// written), by (the tab), beside: [{ text, from, by }] }, where `beside` holds what would else be lost. It leaves by
// Download notebook and comes back by Open. The page's notebook, checks and set-up come with exercises/PAGE.js.

const TAB = Math.random().toString(36).slice(2); // two tabs of a page know whose text is whose
const answersOf = [...document.querySelectorAll("[data-answer]")], pageOf = answersOf[0]?.dataset.page;
const NOT_KEPT = "What you write is not kept here: this browser's store is full, or closed to this page. Download notebook keeps it.";
let answers = [], storeFails = false, exercisesCome = null, editorComes = null;

const exercisesLoaded = () => exercisesCome ??= loaded(`exercises/${pageOf}.js`, "dplearnExercises").catch((error) => { exercisesCome = null; throw error; });

const storedAt = (key) => `dplearn-answer:${pageOf}:${key}`;
function stored(key) {
  try { return JSON.parse(localStorage.getItem(storedAt(key))) ?? {}; } catch { return {}; }
}
function store(key, record) {
  try {
    if (record) localStorage.setItem(storedAt(key), JSON.stringify(record));
    else localStorage.removeItem(storedAt(key));
    storeFails = false;
  } catch { storeFails = true; }
  notKept.textContent = storeFails ? NOT_KEPT : "";
}

class Answer {
  constructor(root) {
    const { answer: key, kind } = root.dataset, shown = root.querySelector("pre");
    this.start = shown.textContent.replace(/^\n|\n+$/g, "");
    Object.assign(this, { root, key, code: kind !== "words", text: this.start, began: this.start, seen: undefined, beside: [], typed: false });
    const name = this.code ? `Your answer: ${key}` : "Your answer, in words";
    this.box = h("textarea", { "aria-label": name, spellcheck: String(!this.code), autocapitalize: "off", autocomplete: "off", "aria-describedby": "editor-keys" });
    this.place = h("div", { class: "editor" }, this.box);
    this.line = h("p", { role: "status", class: "told" });
    this.bar = h("progress", { "aria-label": "loading", hidden: "" });
    this.besideList = h("div", { class: "beside" });
    this.outputs = h("div", { class: "outputs" });
    this.buttons = h("p", { class: "does" });
    if (this.code) {
      this.runs = button("Run", () => this.run(false));
      if (kind === "checked") this.checks = button("Check", () => this.run(true));
      this.stops = button("Stop", () => liveEnd(new Error("stopped with an exercise")), { hidden: "" });
    }
    const again = button("Start again", () => this.replace(this.start, "before you started again", "The start is back; what you wrote is kept below."));
    this.buttons.append(...[this.runs, this.checks, this.stops, again, this.bar].filter(Boolean));
    (shown.closest(".highlight") ?? shown).replaceWith(this.place);
    root.querySelector(".missing")?.remove();
    root.append(this.buttons, this.line, this.outputs, this.besideList);
    this.box.addEventListener("input", () => this.write(this.box.value));
    this.box.addEventListener("focus", () => this.open());
    this.box.addEventListener("keydown", (event) => {
      if (this.code && event.key === "Enter" && (event.ctrlKey || event.metaKey || event.shiftKey)) { event.preventDefault(); this.run(false); }
    });
    this.working(false);
    this.restore();
  }

  // The editor in place of the plain box, which stays where it cannot be loaded.
  async open() {
    if (!this.code || this.editor || this.opening) return;
    this.opening = true;
    try {
      await (editorComes ??= loaded("static/codemirror.js"));
      const had = document.activeElement === this.box, { selectionStart: from, selectionEnd: to } = this.box;
      this.box.hidden = true;
      this.editor = dplearnEditor(this.place, { text: this.text, from, to, changed: (text) => { if (text !== this.text) this.write(text); }, run: () => { this.run(false); return true; },
        attributes: { "aria-label": this.box.getAttribute("aria-label"), "aria-describedby": "editor-keys" } });
      if (had) this.editor.focus();
    } catch { editorComes = null; }
    this.opening = false;
  }

  show(text) {
    this.text = text;
    this.box.value = text;
    this.box.rows = Math.max(this.code ? 2 : 4, text.split("\n").length);
    this.editor?.write(text);
  }

  // By the reader's hand.
  write(text) {
    this.text = text;
    if (this.box.hidden) this.box.value = text;
    this.box.rows = Math.max(this.box.rows, text.split("\n").length);
    this.typed = true;
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), 300);
  }

  // Another text in place of this one, which is set aside if somebody wrote it.
  replace(text, from, words) {
    if (text === this.text) return;
    this.aside({ text: this.text, from });
    this.beside = this.beside.filter((one) => one.text !== text);
    this.began = this.start;
    this.typed = true;
    this.outputs.replaceChildren();
    this.show(text);
    this.save();
    this.tell(words);
  }
  aside(one) {
    if (one.text === this.start || one.text === undefined) return;
    this.beside = [...this.beside.filter((other) => other.text !== one.text && !(one.by && other.by === one.by)), one];
  }

  restore() {
    const { text = this.start, start = this.start, beside = [] } = stored(this.key);
    Object.assign(this, { began: start, beside, seen: text });
    this.show(text);
    this.list();
    if (start !== this.start && text !== this.start) this.tell("This exercise has changed since you wrote this answer. Start again shows the new one, and keeps yours beside it.");
  }

  // What another tab has written meanwhile is kept beside it.
  save() {
    clearTimeout(this.saving);
    this.saving = 0;
    const now = stored(this.key);
    if (now.text !== undefined && now.by !== TAB && now.text !== this.seen && now.text !== this.text) this.aside({ text: now.text, from: "in another tab", by: now.by });
    this.beside = this.beside.filter((one) => one.text !== this.text);
    const { text, began, beside } = this;
    store(this.key, text === this.start && !beside.length ? null : { text, start: began, by: TAB, beside });
    this.seen = text;
    this.list();
  }

  // Another tab has written: its text is shown where nothing was typed here, else beside.
  heard() {
    const now = stored(this.key), text = now.text ?? this.start;
    if (text === this.text) this.seen = text;
    else if (!this.typed) this.restore();
    else {
      this.aside({ text, from: "in another tab", by: now.by });
      this.list();
      this.tell("Another tab has another answer; it is shown below, and yours stays.");
    }
  }

  list() {
    this.besideList.replaceChildren(...this.beside.map((one) => {
      const take = button("Show it above", () => { this.replace(one.text, "before you took the other", "It stands above; what stood there is kept below."); this.box.focus(); });
      const drop = button("Delete", () => { this.beside = this.beside.filter((other) => other !== one); this.save(); this.tell("Deleted."); });
      return h("details", {}, h("summary", {}, `Also kept: an answer written ${one.from}`), h("pre", {}, one.text), h("p", { class: "does" }, take, drop));
    }));
  }

  tell(words) { if (this.line.textContent !== words) this.line.textContent = words; }

  async run(checks) {
    if (answers.some((one) => one.busy)) { this.tell("Another cell of this page is running; Stop ends it."); return; }
    this.save();
    this.working(true);
    const stage = ({ words, bytes }) => this.tell(`${words}${bytes ? `: ${Math.round(bytes / 2 ** 20)} MB` : ""}`);
    try {
      if (!globalThis.dplearnLiveConfig) throw new Error("this copy of the site has no Python for it");
      this.tell("Starting Python");
      live.waiting.add(stage);
      const { answers: told } = await exercisesLoaded(), worker = await liveWorker();
      live.waiting.delete(stage);
      this.tell(checks ? "Checking" : "Running");
      const first = answers.find((one) => one.key === "student"); // an assignment's constants follow from the name
      const setup = [...first && first !== this ? [first.text] : [], ...told[this.key].setup];
      const others = Object.fromEntries(answers.filter((one) => one.code && one !== this && one.text !== one.start).map((one) => [one.key, one.text]));
      this.shows(await askPython(worker, { page: `${pageOf} ${first?.text}`, key: this.key, setup, others, code: this.text, check: checks || !this.checks ? told[this.key].check : "" }, stage), checks);
      if (checks) this.began = this.start;
    } catch (error) {
      live.waiting.delete(stage);
      const stopped = error.message.startsWith("stopped");
      this.tell(stopped ? "Stopped. What you wrote stays; the next Run starts Python anew." : `It does not run here: ${error.message}. What you write is kept; Download notebook takes it to JupyterLab.`);
    }
    this.working(false);
  }

  working(yes) {
    this.busy = yes;
    if (yes) this.root.setAttribute("aria-busy", "true");
    else this.root.removeAttribute("aria-busy");
    for (const button of [this.runs, this.checks]) if (button) filled(button, { "aria-disabled": yes || !globalThis.dplearnLiveConfig, ...noPython }, []);
    for (const node of [this.stops, this.bar]) if (node) node.hidden = !yes;
    if (yes) this.outputs.replaceChildren();
  }

  shows(found, checks) {
    const all = found.map(([, text]) => text).join("\n"), failed = found.some(([kind]) => kind === "error");
    const passes = /^\w+: passes$/m.test(all) && !/^\w+: (fails|not written)/m.test(all);
    const verdict = passes ? "The check passes." : "The check does not pass; its words stand below.";
    this.outputs.replaceChildren(...found.map(([kind, text]) => {
      if (kind === "html") return h("div", { class: "card wide" }, ...harmless(text));
      if (kind !== "chart") return h("pre", { class: kind === "error" ? "error" : "printed", tabindex: 0 }, text);
      const figure = h("figure", { class: "living" }, h("script", { type: "application/json" }, text), h("img", { alt: "" }));
      requestAnimationFrame(() => enlivenChart(figure));
      return figure;
    }));
    this.tell(failed ? "An error; it is shown below, and what you wrote stays." : checks ? verdict : found.length ? "Done." : "Done; nothing was printed.");
  }
}

// HTML of an answer, which may come from somebody's file: what would run is left out.
function harmless(text) {
  const made = new DOMParser().parseFromString(text, "text/html").body;
  made.querySelectorAll("script, iframe, object, embed, link, meta, base, form").forEach((node) => node.remove());
  for (const node of made.querySelectorAll("*"))
    for (const { name, value } of [...node.attributes]) if (/^on|^srcdoc$/i.test(name) || /^\s*javascript:/i.test(value)) node.removeAttribute(name);
  return [...made.childNodes];
}

// One cell is run; what it lacks (a library, a file of data) is brought once, and it runs again.
function askPython(worker, given, stage) {
  return new Promise((resolve, reject) => {
    const number = live.number++, brought = new Set(), message = { do: "run", number, given: JSON.stringify(given) };
    live.models.set("exercises", { end() {} }); // Python stays, with what has run, when an explorer stops
    live.models.set(number, {
      end: reject,
      async take({ type, content, words }) {
        try {
          if (type === "failed") {
            if (!brought.size) liveEnd(new Error(words)); // Python itself has failed: the next run starts it anew
            throw new Error(words);
          }
          if (content.lacks && !brought.has(content.lacks)) {
            brought.add(content.lacks);
            stage({ words: `Loading ${LIBRARIES[content.lacks] ?? content.lacks}` });
            worker.postMessage({ do: "bring", number, ...await liveLack(content.lacks), then: message });
            return;
          }
          resolve(content.outputs);
        } catch (error) { reject(error); }
        live.models.delete(number);
      },
    });
    worker.postMessage(message);
  });
}

// ---- a notebook with the answers

const sourceOf = (cell) => [cell.source].flat().join("");
const answerOf = (cell) => { // of a cell that asks for an answer; a function's name where nobody has said more
  if (cell.metadata?.nbgrader) return cell.metadata.nbgrader.locked ? null : cell.metadata.nbgrader.grade_id;
  const names = cell.metadata?.tags?.includes("exercise") ? [...sourceOf(cell).matchAll(/^def (\w+)/gm)].map((found) => found[1]) : [];
  return cell.metadata?.answer ?? names.find((name) => answers.some((one) => one.key === name));
};

async function downloadNotebook() {
  const { notebook, answers: places } = await exercisesLoaded(), made = structuredClone(notebook);
  for (const one of answers) if (one.text !== one.start) made.cells[places[one.key].cell].source = one.text;
  const link = h("a", { href: URL.createObjectURL(new Blob([JSON.stringify(made, null, 1)], { type: "application/json" })), download: `${pageOf.split("/").at(-1)}.ipynb` });
  link.click();
  return `${link.download} is among your downloads, with what you have written.`;
}

async function openNotebook(file) {
  const cells = JSON.parse(await file.text()).cells, { notebook } = await exercisesLoaded();
  const known = new Set(notebook.cells.map((cell) => sourceOf(cell).trim())), taken = new Set(), other = [];
  for (const cell of cells) {
    const text = sourceOf(cell), one = answers.find(({ key }) => key === answerOf(cell));
    if (one && !taken.has(one) && text.trim() !== one.start.trim()) { taken.add(one); one.replace(text, `before you opened ${file.name}`, `From ${file.name}.`); }
    else if (!known.has(text.trim()) && (cell.cell_type === "code" || cell.metadata?.nbgrader?.locked === false)) other.push(text);
  }
  unmatched.replaceChildren(...other.length ? [h("details", {}, h("summary", {}, `${other.length} more cells of ${file.name}, which answer nothing on this page`),
    ...other.map((text) => h("pre", {}, text)))] : []);
  const title = /^# .*/m.exec(sourceOf(cells[0] ?? { source: "" }))?.[0].slice(2);
  if (!taken.size) return `${file.name} has no new answer to an exercise of this page${title ? `; it begins with "${title}"` : ""}.`;
  return `${file.name}: ${taken.size} of ${answers.length} answers taken over${other.length ? "; the other cells are listed here" : ""}.`;
}

const noPython = globalThis.dplearnLiveConfig ? {} : { title: "This copy of the site has no Python to run it with" };
const notKept = h("p", { role: "alert", class: "told" }), unmatched = h("div", { class: "beside" });
if (answersOf.length) {
  const config = globalThis.dplearnLiveConfig, host = config && new URL(config.base, config.home).host;
  const cost = config ? ` The first Run starts Python in this page: about 40 MB, once, from ${host || "this folder"}.`
    : ` ${noPython.title}: Run and Check are off.`;
  const line = h("span", { role: "status" }), file = h("input", { type: "file", accept: ".ipynb", hidden: "" });
  const says = (act) => act.then((words) => { line.textContent = words; }, (error) => { line.textContent = `That did not work: ${error.message}.`; });
  const download = button("Download notebook", () => says(downloadNotebook())), open = button("Open", () => file.click());
  file.addEventListener("change", () => { says(openNotebook(file.files[0])); file.value = ""; });
  answers = answersOf.map((root) => new Answer(root));
  // Answers to exercises that have left this page, or have another name.
  try {
    const gone = Object.keys(localStorage).filter((key) => key.startsWith(storedAt("")) && !answers.some((one) => storedAt(one.key) === key));
    unmatched.append(...gone.map((key) => h("details", {}, h("summary", {}, `Also kept: ${key.slice(storedAt("").length)}, an answer to an exercise that this page had once`),
      h("pre", {}, JSON.parse(localStorage.getItem(key)).text))));
  } catch { /* a store that cannot be read */ }
  const task = answersOf[0].previousElementSibling, head = task?.querySelector("h1, h2") ? answersOf[0] : task ?? answersOf[0];
  head.before(h("div", { class: "desk" }, h("p", { id: "editor-keys" }, "Write in the box; Ctrl-Enter (on a Mac Cmd-Enter) or Shift-Enter runs it, Escape and then Tab leaves it.", cost,
    " What you write is kept in this browser alone. Download notebook takes it along, Open brings it back."), h("p", { class: "does" }, download, open, file, line), notKept, unmatched));
  const saveAll = () => answers.forEach((one) => { if (one.saving) one.save(); });
  addEventListener("pagehide", saveAll);
  document.addEventListener("visibilitychange", () => { if (document.hidden) saveAll(); });
  addEventListener("storage", ({ key }) => answers.find((one) => storedAt(one.key) === key)?.heard());
}
