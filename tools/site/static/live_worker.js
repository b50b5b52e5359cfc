// The worker of "Run live": Pyodide from the address that the page gives, the package's wheel, sessions. The page makes
// this worker from its text, for Chromium refuses a worker from a file at file://.
//
// Heard: { do: "load", config, wheel }, then { do: "start" | "hear" | "end" | "bring" | "run", number, ... }.
// Said:  { type: "stage", words, bytes }, "loaded", { type: "started" | "said" | "failed", number, ... }.

let python = null, pyodide = null, files = null, bytes = 0, stage = "", tick = 0;

function say(type, rest = {}, buffers = []) { postMessage({ type, ...rest }, buffers.map((b) => b.buffer)); }

function tell(words = stage) {
  stage = words;
  tick = performance.now();
  say("stage", { words, bytes });
}

// Counts what comes over the wire, so that a reader on a slow line sees it move. Pyodide waits for ever for a part of
// itself that does not come or is no WebAssembly: `broken` is told instead.
const fetched = self.fetch, warned = console.warn;
let broken = () => {};
self.fetch = async (...request) => {
  const response = await fetched(...request).catch((error) => { broken(error); throw error; });
  if (!response.ok) broken(new Error(`${response.status} for ${response.url.split("/").at(-1)}`));
  if (!response.body || !response.ok) return response;
  const counted = new TransformStream({
    transform(chunk, out) {
      bytes += chunk.length;
      if (performance.now() - tick > 100) tell();
      out.enqueue(chunk);
    },
  });
  const { status, statusText } = response, headers = new Headers(response.headers);
  if (response.url.endsWith(".wasm")) headers.set("Content-Type", "application/wasm"); // not every host says so
  const again = new Response(response.body.pipeThrough(counted), { status, statusText, headers });
  Object.defineProperty(again, "url", { value: response.url });
  return again;
};
console.warn = (...words) => {
  if (String(words[0]).includes("instantiation failed")) broken(new Error("what came is no WebAssembly"));
  warned.apply(console, words);
};

async function load({ config, wheel }) {
  const where = new URL(config.base).host || "this folder";
  const failed = (what) => (error) => { throw new Error(`${what} could not be loaded from ${where} (${error.message ?? error})`); };
  tell("Loading Python");
  const { loadPyodide, version } = await import(`${config.base}pyodide.mjs`).catch(failed("Python"));
  if (version !== config.version) throw new Error(`${where} has Pyodide ${version}; this page needs ${config.version}`);
  const trouble = new Promise((_, reject) => { broken = reject; });
  pyodide = await Promise.race([loadPyodide({ indexURL: config.base, stdout() {}, stderr() {} }), trouble]).catch(failed("Python"));
  broken = () => {};
  await bring(config.packages, failed);
  tell("Starting dplearn");
  pyodide.unpackArchive(wheel, "wheel");
  const post = (number, content, buffers) => say("said", { number, content: JSON.parse(content), buffers }, buffers);
  pyodide.registerJsModule("dplearn_page", { post });
  await pyodide.runPythonAsync(config.python);
  python = (name, ...given) => pyodide.globals.get(name)(...given);
  say("loaded");
}

async function bring(packages, failed) {
  tell(`Loading ${packages.join(" and ")}`);
  const wrong = [];
  await pyodide.loadPackage(packages, { messageCallback() {}, errorCallback: (words) => wrong.push(words) }).catch((error) => wrong.push(error.message));
  const absent = packages.filter((name) => !(name in pyodide.loadedPackages));
  if (absent.length) failed(absent.join(" and "))(wrong.join("; "));
}

const does = {
  start({ number, room, name, given, code }) {
    say("started", { number, state: JSON.parse(python("start", number, room, name, given, code)) });
  },
  hear({ number, content }) { python("hear", number, JSON.stringify(content)); },
  end({ number }) { python("end", number); },
  run({ number, given }) { say("said", { number, content: JSON.parse(python("run", given)) }); },
  // A library of Pyodide, or a file of data that the page sends; then the newest request is heard again, or what is said.
  async bring({ number, library, file, data, then }) {
    if (library) await bring([library], (what) => () => { throw new Error(`${what} could not be loaded`); });
    else {
      files ??= pyodide.runPython("import dplearn.data; dplearn.data.__path__[0]");
      pyodide.FS.writeFile(`${files}/${file}`, data);
    }
    if (then) does.run(then);
    else python("again", number);
  },
};

addEventListener("message", async ({ data }) => {
  try {
    await (data.do === "load" ? load(data) : does[data.do](data));
  } catch (error) {
    const words = String(error.message ?? error).trim().split("\n").at(-1); // of a Python traceback, what it says
    say("failed", { number: data.number ?? null, words });
  }
});
