// The site around a page: the box in which a tree is typed, the address that is a link to it, and
// the worker in which the program runs. Nothing is searched here: a text goes to the worker, and
// the page that comes back takes the place of the one before.
"use strict";
{
  const LONGEST_TEXT = 1_000_000; // characters; the page of a larger one would be refused anyway
  const LONGEST_LINK = 32_000;
  const MOST_LINES = 8; // of the box, before it is scrolled

  /** @type {(id: string) => any} */
  const byId = (id) => document.getElementById(id);
  /** @type {(...names: string[]) => any[]} */
  const parts = (...names) => names.map((name) => byId(`site-${name}`));
  const [box, show, cancel, copy, status, progress, refusal, notices, choice, number] =
    parts("text", "show", "cancel", "copy", "status", "progress", "refusal", "notices", "choice", "number");
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const { pyodide, size } = script.dataset;

  // -- what is shown ----------------------------------------------------------------------------

  /** @typedef {{id: number, text: string, number: number, step: number, isTyped: boolean}} Wanted */
  /** @typedef {{kind: "shown", title: string, main: string, data: string, notices: string[], trees: string[], number: number}} Shown */
  /** @typedef {{kind: "refused", message: string, line: number | null, column: number | null}} Refused */

  /** @type {{text: string, number: number} | null} */
  let shown = null; // null: the page that was ready
  let step = 0;

  /** @type {(reached: number) => void} */
  const remember = (reached) => {
    step = reached;
    writeAddress(address());
  };

  function address() {
    if (shown === null) return step ? `#step=${step}` : "#";
    if (shown.text.length > LONGEST_LINK) return "#";
    const which = shown.number > 1 ? `&number=${shown.number}` : "";
    return `#tree=${encodeURIComponent(shown.text)}${which}&step=${step}`;
  }

  /** @type {(wanted: Wanted, answer: Shown) => void} */
  function adopt(wanted, answer) {
    page.end();
    const fresh = new DOMParser().parseFromString(answer.main, "text/html").getElementById("page");
    if (fresh === null) return;
    byId("page").replaceWith(document.adoptNode(fresh));
    byId("data").textContent = answer.data;
    document.title = `${answer.title} · treeexplorer`;
    document.body.classList.remove("site-linked");
    shown = { text: wanted.text, number: answer.number };
    step = wanted.step;
    if (wanted.isTyped) history.pushState(null, "", address());
    page = stepThrough(step, remember);
    notices.replaceChildren(...answer.notices.map((notice) => element("p", notice)));
    choice.hidden = answer.trees.length === 1;
    number.replaceChildren(...answer.trees.map((title, index) => new Option(`${index + 1}. ${title}`, String(index + 1))));
    number.value = answer.number;
    for (const link of document.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
    say("");
    if (wanted.isTyped) focusPage();
  }

  // The keys go to the page: space steps at once.
  function focusPage() {
    const main = byId("page");
    main.tabIndex = -1;
    main.focus({ preventScroll: true });
    const { top, bottom } = main.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight) main.scrollIntoView({ block: "start" });
  }

  /** @type {(wanted: Wanted, answer: Refused) => void} */
  function refuse(wanted, { message, line, column }) {
    refusal.textContent = message;
    refusal.hidden = false;
    box.setAttribute("aria-invalid", "true");
    say("");
    if (!wanted.isTyped || !line || !column || box.value !== wanted.text) return;
    const lines = wanted.text.split("\n");
    const before = [...lines[line - 1]].slice(0, column - 1).join("");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + before.length;
    box.focus();
    box.setSelectionRange(start, start + 1);
  }

  /** @type {(tag: string, text: string) => HTMLElement} */
  function element(tag, text) {
    const made = document.createElement(tag);
    made.textContent = text;
    return made;
  }

  /** @type {(text: string, share?: number | null) => void} */
  function say(text, share = 0) {
    status.textContent = text;
    progress.hidden = share === 0;
    if (share === null) progress.removeAttribute("value");
    else progress.value = share;
  }

  // -- the worker -------------------------------------------------------------------------------

  /** @type {Worker | null} */
  let worker = null;
  let isReady = false;
  /** @type {Wanted | null} */
  let waiting = null;
  let asked = 0;

  function start() {
    if (worker) return;
    try {
      worker = new Worker(new URL(`worker.js${new URL(script.src).search}`, script.src), { type: "module" });
    } catch (error) {
      worker = null;
      give("A tree can be typed only where this folder is served: python3 -m http.server -d FOLDER. The examples below work without.");
      return;
    }
    worker.onmessage = ({ data }) => receive(data);
    worker.onerror = () => give("Python could not be started: this browser may be too old for it.");
    worker.postMessage({ kind: "start", pyodide, size: Number(size) });
    say("Loading Python …", 0.001);
  }

  function stop() {
    worker?.terminate();
    worker = null;
    isReady = false;
  }

  /** @type {(data: any) => void} */
  function receive(data) {
    if (data.kind === "progress") {
      const of = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(1);
      say(`Loading Python: ${of(data.loaded)} of ${of(data.size)} MB`, Math.min(1, data.loaded / data.size));
    } else if (data.kind === "ready") {
      isReady = true;
      if (waiting) say("Searching …", null);
      else say("Ready.");
    } else if (data.kind === "failed") {
      give(data.id ? `The program failed on this tree: ${data.message}` : `Python could not be loaded: ${data.message}`);
    } else if (waiting && data.id === waiting.id) {
      const wanted = waiting;
      settle();
      if (data.answer.kind === "shown") adopt(wanted, data.answer);
      else refuse(wanted, data.answer);
    }
  }

  // What cannot be answered ends the worker: the next text begins with a new one.
  /** @type {(message: string) => void} */
  function give(message) {
    stop();
    if (waiting) refuse(waiting, { kind: "refused", message, line: null, column: null });
    settle();
    say(message);
  }

  /** @type {(text: string, tree: number, step: number, isTyped: boolean) => void} */
  function ask(text, tree, step, isTyped) {
    if (waiting && isReady) stop(); // a search that nobody waits for any more
    asked += 1;
    waiting = { id: asked, text, number: tree, step, isTyped };
    refusal.hidden = true;
    box.removeAttribute("aria-invalid");
    notices.replaceChildren();
    show.hidden = true;
    cancel.hidden = false;
    document.body.classList.add("site-waiting");
    if (text.length > LONGEST_TEXT) {
      const [has, most] = [text.length, LONGEST_TEXT].map((each) => each.toLocaleString("en"));
      const message = `This text has ${has} characters, and a page takes at most ${most}; the terminal opens larger trees.`;
      refuse(waiting, { kind: "refused", message, line: null, column: null });
      settle();
      return;
    }
    start();
    worker?.postMessage({ kind: "ask", id: asked, text, number: tree });
    if (isReady) say("Searching …", null);
  }

  function settle() {
    waiting = null;
    show.hidden = false;
    cancel.hidden = true;
    document.body.classList.remove("site-waiting");
  }

  // The box is as high as its text, within bounds; it never shrinks while somebody types.
  function fit() {
    const lines = box.value.split("\n", MOST_LINES).length;
    box.rows = Math.max(box.rows, lines);
  }

  // -- what people do ---------------------------------------------------------------------------

  const submit = () => ask(box.value, 1, 0, true);

  byId("site-box").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    submit();
  });
  box.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    event.stopPropagation(); // what is typed moves no page
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  });
  box.addEventListener("focus", start);
  box.addEventListener("input", fit);
  number.addEventListener("keydown", (/** @type {Event} */ event) => event.stopPropagation());
  number.addEventListener("change", () => shown && ask(shown.text, Number(number.value), 0, false));
  cancel.addEventListener("click", () => {
    stop();
    settle();
    start();
    say("Cancelled.");
    box.focus();
  });
  copy.addEventListener("click", async () => {
    if (shown && shown.text.length > LONGEST_LINK) {
      say("This tree is too long for a link: send its text.");
      return;
    }
    try {
      await navigator.clipboard.writeText(new URL(address(), location.href).href);
      say("Copied: the link opens this tree at this step.");
    } catch (error) {
      say("The address of this page is the link: it opens this tree at this step.");
    }
  });
  byId("site-skip").addEventListener("click", (/** @type {Event} */ event) => {
    event.preventDefault(); // the address keeps the tree
    focusPage();
  });
  byId("site-to-examples").addEventListener("click", (/** @type {Event} */ event) => {
    event.preventDefault();
    byId("site-examples").scrollIntoView();
    byId("site-examples").querySelector("a").focus({ preventScroll: true });
  });

  // What an address asks for; whatever it holds, these are a text and two whole numbers.
  function asksFor() {
    const given = new URLSearchParams(location.hash.slice(1));
    /** @type {(name: string, otherwise: number) => number} */
    const whole = (name, otherwise) => {
      const text = given.get(name);
      return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : otherwise;
    };
    return { tree: given.get("tree"), step: whole("step", 0), number: whole("number", 1) };
  }

  function followAddress() {
    const wanted = asksFor();
    if (wanted.tree === null && shown) location.reload(); // back to the page that was ready
    else if (wanted.tree === null || (shown?.text === wanted.tree && shown.number === wanted.number)) page.go(wanted.step);
    else {
      box.value = wanted.tree;
      fit();
      ask(wanted.tree, wanted.number, wanted.step, false);
    }
  }

  const first = asksFor();
  const isLink = first.tree !== null;
  let page = stepThrough(isLink ? 0 : first.step, isLink ? () => undefined : remember);
  if (isLink) {
    document.body.classList.add("site-linked"); // the example that is ready is not what is wanted
    followAddress();
  } else if (script.hasAttribute("data-eager")) requestAnimationFrame(() => setTimeout(start));
  window.addEventListener("hashchange", followAddress);
}
