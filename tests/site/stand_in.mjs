// In place of Pyodide, where none with numpy can be had: the same calls, answered by a Python of this machine
// (stand_in.py). What a page loads from `address` it asks there; replies come as a stream of events.
const address = new URL(".", import.meta.url).href;
export const version = "VERSION";

function ask(what, body) {
  const request = new XMLHttpRequest(); // a worker may wait; a call into Pyodide returns at once as well
  request.open("POST", `${address}${what}`, false);
  request.send(body);
  if (request.status !== 200) throw new Error(request.responseText);
  return JSON.parse(request.responseText);
}

export async function loadPyodide({ indexURL }) {
  if (indexURL !== address) throw new Error(`indexURL is ${indexURL}`);
  await (await fetch(`${address}python_stdlib.zip`)).arrayBuffer();
  const loadedPackages = {};
  let post = null;
  return {
    loadedPackages,
    async loadPackage(names) {
      for (const name of names) {
        if (ask("package", name)) loadedPackages[name] = "stand-in";
      }
    },
    unpackArchive(wheel, format) { ask(`unpack?format=${format}`, wheel); },
    registerJsModule(name, module) {
      if (name !== "dplearn_page") throw new Error(name);
      post = module.post;
    },
    async runPythonAsync(code) {
      const events = new EventSource(`${address}events`);
      await new Promise((resolve) => events.addEventListener("open", resolve));
      events.addEventListener("message", ({ data }) => {
        const [number, content, buffers] = JSON.parse(data);
        post(number, content, buffers.map((text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))));
      });
      ask("run", code);
    },
    runPython: (code) => ask("value", code),
    globals: { get: (name) => (...given) => ask("call", JSON.stringify([name, given])) },
    FS: { writeFile: (path, data) => ask(`file?path=${encodeURIComponent(path)}`, data) },
  };
}
