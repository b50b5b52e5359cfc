// "Run live": on a click Python itself starts in a worker of the page, and the figure's explorer speaks with it in place
// of its table. The page stays alive meanwhile; whatever goes wrong, a line says so and the explorer stays as it was.
//
// `offerLive(figure, show)` adds the button. `show(model)` draws the explorer anew from a model (get, set, on, off,
// send), `show(null)` from what it had before. Without live_config.js, which the build writes, there is no button.

const live = { worker: null, ready: null, refuse: null, waiting: new Set(), models: new Map(), number: 0 };
const LIBRARIES = { sklearn: "scikit-learn" }; // as Pyodide calls them

// A script of the site, once it has run; what it hands over by a call of that name.
function loaded(path, call) {
  return new Promise((done, failed) => {
    if (call) globalThis[call] = (...said) => done(said.at(-1));
    const script = h("script", { src: `${document.body.dataset.root || ""}${path}` });
    script.addEventListener("load", () => { script.remove(); done(); });
    script.addEventListener("error", () => failed(new Error(`${path} is missing from this site`)));
    document.head.append(script);
  });
}

// Bytes of the build (a wheel, a file of data), whose scripts hand them over by `dplearnBytes(name, base64)`.
const livePacks = {};
globalThis.dplearnBytes = (name, text) => livePacks[name]?.(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));

function liveBytes(name) {
  return new Promise((resolve, reject) => {
    livePacks[name] = resolve;
    loaded(`live/${name}.js`).then(() => reject(new Error(`${name} is damaged`)), reject); // nothing, where the bytes have come
  });
}

// A module, as Pyodide wants it: Chromium takes one at file:// only from a data address, whose origin no server knows; on
// a server, whose files that worker may ask for, from a Blob.
function workerAddress(text) {
  if (location.protocol === "file:") return `data:text/javascript;charset=utf-8,${encodeURIComponent(text)}`;
  return live.address ??= URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
}

// What an experiment or an exercise lacked, as the worker is asked to bring it.
const liveLack = async (what) => (what.endsWith(".csv.gz")
  ? { file: what, data: await liveBytes(`data-${what.replace(".csv.gz", "")}`) } : { library: LIBRARIES[what] ?? what });

// One worker for all explorers of the page; resolves once Python and the package are there.
function liveWorker() {
  if (live.ready) return live.ready;
  const ready = live.ready = new Promise((resolve, reject) => {
    live.refuse = reject;
    const config = globalThis.dplearnLiveConfig, base = new URL(config.base, config.home);
    if (base.protocol === "file:") throw new Error("a page opened as a file may not load Python from beside it; it can from a server");
    const worker = live.worker = new Worker(workerAddress(config.worker), { type: "module" });
    worker.addEventListener("message", ({ data }) => {
      if (data.type === "loaded") resolve(worker);
      else if (data.type === "stage") for (const tell of live.waiting) tell(data);
      else if (data.number === null) liveEnd(new Error(data.words));
      else live.models.get(data.number)?.take(data);
    });
    worker.addEventListener("error", (event) => liveEnd(new Error(event.message || "this browser refuses to start it")));
    const { version, packages, python } = config;
    liveBytes(config.wheel).then((wheel) => {
      worker.postMessage({ do: "load", config: { version, packages, python, base: base.href }, wheel }, [wheel.buffer]);
    }).catch(liveEnd);
  });
  ready.catch(() => { if (live.ready === ready) live.ready = null; }); // where no worker could even be made
  return ready;
}

// Ends the worker: every explorer goes back to its table, and the next click starts anew.
function liveEnd(error) {
  const { worker, models, refuse } = live;
  Object.assign(live, { worker: null, ready: null, refuse: null, models: new Map(), waiting: new Set() });
  worker?.terminate();
  refuse?.(error);
  for (const model of models.values()) model.end(error);
}

class LiveModel {
  constructor(worker, tell, end) {
    Object.assign(this, { worker, tell, end, number: live.number++, state: {}, listeners: new Set(), lacked: new Set() });
    live.models.set(this.number, this);
  }

  // The experiment's session, standing where the explorer in the figure stands.
  start(figure) {
    const name = figure.dataset.experiment, code = figure.querySelector(".dplearn code")?.textContent ?? "";
    this.post("start", { room: globalThis.dplearnLiveConfig.rooms[name], name, given: figure.dataset.setting || "{}", code });
    return new Promise((resolve, reject) => { this.started = resolve; this.refused = reject; });
  }

  // While something loads, the line beside the button says so.
  get silence() { return this.lacks ? "" : "Python is still at work on this; Stop ends it."; }
  post(what, rest) { this.worker.postMessage({ do: what, number: this.number, ...rest }); }
  get(name) { return this.state[name]; }
  set(name, value) { this.state[name] = value; }
  save_changes() {}
  on(_, listener) { this.listeners.add(listener); }
  off(_, listener) { this.listeners.delete(listener); }
  send(content) { this.asked = content; this.post("hear", { content }); }
  close() { live.models.delete(this.number); this.post("end"); }
  hears(content, buffers = []) { for (const listener of [...this.listeners]) listener(content, buffers); }

  take({ type, state, content, buffers, words }) {
    if (type === "started") { this.state = state; this.started(); }
    else if (type === "failed") { this.refused(new Error(words)); this.hears({ ...this.asked, type: "failed", words }); }
    else if (content.type === "lacking") this.bring(content);
    else {
      if (content.positions) this.state.positions = content.positions;
      if (this.lacks) this.lacks = this.tell();
      this.hears(content, buffers);
    }
  }

  // What the experiment lacked, asked for once each.
  async bring({ what, failed }) {
    if (this.lacked.has(what)) { this.hears(failed); return; }
    this.lacked.add(what);
    this.lacks = what;
    this.tell({ words: `Loading ${LIBRARIES[what] ?? what}` });
    try {
      this.post("bring", await liveLack(what));
    } catch (error) { this.hears({ ...failed, words: error.message }); }
  }
}

function offerLive(figure, show) {
  const config = globalThis.dplearnLiveConfig, name = figure.dataset.experiment;
  if (!config || !(name in config.rooms)) return;
  const press = button("Run live", () => (stop ? stop() : begin())), bar = h("progress", { "aria-label": "loading", hidden: "" });
  const line = h("span", { role: "status" }), note = h("span", { class: "count" }); // what a screen reader hears, and what it need not
  const answers = "Python answers: every position, runs of your own.";
  const offer = "Python starts here, in this page (about 40 MB, once): every position, runs of your own.";
  figure.append(h("div", { class: "live" }, press, bar, line, note));
  let stop = null; // what the button undoes: null, while it offers

  function rest(words = "") {
    stop = null;
    press.textContent = "Run live";
    bar.hidden = true;
    line.textContent = words;
    note.textContent = words ? "" : offer;
    figure.removeAttribute("data-live");
  }
  function tell({ words, bytes }) {
    if (line.textContent !== words) line.textContent = words;
    note.textContent = bytes ? `${Math.round(bytes / 2 ** 20)} MB` : "";
  }
  function fell(error) {
    if (figure.dataset.live === "on") show(null);
    rest(`It does not run live here: ${error.message}. The sliders work as before.`);
  }

  async function begin() {
    let over = false, model = null;
    stop = () => {
      over = true;
      live.waiting.delete(tell);
      model?.close();
      if (figure.dataset.live === "on") show(null);
      if (!live.models.size && !live.waiting.size) liveEnd(new Error("stopped"));
      rest();
    };
    press.textContent = "Cancel";
    bar.removeAttribute("value");
    bar.hidden = false;
    figure.dataset.live = "loading";
    tell({ words: "Starting" });
    live.waiting.add(tell);
    try {
      const worker = await liveWorker();
      if (over) return;
      tell({ words: "Starting the experiment" });
      model = new LiveModel(worker, (stage) => tell(stage ?? { words: answers }), (error) => { if (!over) { over = true; fell(error); } });
      live.waiting.delete(tell);
      await model.start(figure);
      if (over) return;
    } catch (error) {
      live.waiting.delete(tell);
      model?.close();
      if (!over) { over = true; fell(error); }
      return;
    }
    press.textContent = "Stop";
    bar.hidden = true;
    tell({ words: answers });
    figure.dataset.live = "on";
    show(model);
  }
  rest();
}
