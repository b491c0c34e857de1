// Runs the program, off the page: Python is loaded once, then each text that comes is answered.
// Everything is fetched from the folder of this file, and from nowhere else.

const folder = new URL("./", self.location.href).href;
const version = self.location.search;
const PAUSE = 100; // ms between two reports

let loaded = 0;
let size = 0;
let reported = 0;

/** @type {(bytes: number) => void} */
function count(bytes) {
  loaded += bytes;
  if (performance.now() - reported < PAUSE) return;
  reported = performance.now();
  self.postMessage({ kind: "progress", loaded, size });
}

const fetchAnything = self.fetch.bind(self);

// Pyodide fetches with this, too: what has come is counted, and another place is refused.
/** @type {(resource: RequestInfo | URL, options?: RequestInit) => Promise<Response>} */
self.fetch = async (resource, options) => {
  const asked = resource instanceof Request ? resource.url : String(resource);
  const url = new URL(asked, self.location.href);
  if (!url.href.startsWith(folder)) throw new TypeError(`${url.href} is not in the folder of this site`);
  const response = await fetchAnything(resource, options);
  if (!response.ok || !response.body) throw new TypeError(`${url.pathname} cannot be fetched: ${response.status}`);
  const counter = new TransformStream({
    transform: (chunk, controller) => { count(chunk.byteLength); controller.enqueue(chunk); },
  });
  // Not every server knows the type that lets WebAssembly be compiled while it comes.
  const isProgram = url.pathname.endsWith(".wasm");
  const type = isProgram ? "application/wasm" : response.headers.get("content-type") || "";
  return new Response(response.body.pipeThrough(counter), { headers: { "content-type": type } });
};

/** @type {(pyodide: string) => Promise<(text: string, number: number) => string>} */
async function load(pyodide) {
  const { loadPyodide } = await import(`${folder}${pyodide}/pyodide.mjs`).catch((error) => {
    throw new Error(`${error.message}; the server has to send .mjs files as text/javascript`);
  });
  const archive = fetch(`${folder}treeexplorer.zip${version}`).then((response) => response.arrayBuffer());
  const python = await loadPyodide({ indexURL: `${folder}${pyodide}/` });
  python.unpackArchive(await archive, "zip", { extractDir: "/program" });
  python.pyimport("sys").path.insert(0, "/program");
  return python.pyimport("treeexplorer.web.answer").answer_json;
}

/** @type {(error: unknown) => string} */
function reason(error) {
  // Brackets in brackets take the stack of the browser, which is smaller than Python's own.
  if (error instanceof RangeError) return "it is nested too deep for a browser; the terminal reads it";
  const lines = String(error).trim().split("\n"); // the last line of Python's says what happened
  return lines[lines.length - 1];
}

/** @type {Promise<(text: string, number: number) => string>} */
let ready;

self.onmessage = async ({ data }) => {
  try {
    if (data.kind === "start") {
      size = data.size;
      ready = load(data.pyodide);
      await ready;
      self.postMessage({ kind: "ready" });
    } else {
      const answer = await ready;
      self.postMessage({ kind: "answer", id: data.id, answer: JSON.parse(answer(data.text, data.number)) });
    }
  } catch (error) {
    self.postMessage({ kind: "failed", id: data.id, message: reason(error) });
  }
};

export {};
