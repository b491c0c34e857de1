// Shows one step of a search at a time. Every word and number of a step was written by Python:
// this program only puts them where they belong.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const root = byId("page");
  const data = JSON.parse(byId("data").textContent);
  const sentences = [...byId("trace").children].map((item) => item.textContent.trim());
  const steps = data.steps.map(readStep);
  const last = steps.length - 1;
  const players = data.parents.map((_, node) => byId("n" + node).classList[0]);
  const practise = root.hasAttribute("data-practise");

  let step = 0;
  let asked = null; // the step whose numbers are asked for
  const answered = new Set();

  // -- what Python wrote ------------------------------------------------------------------------

  // A step is KIND NODE [,CHILD] then tab-separated parts: a node's new state
  // (NODE STATUS TEXT ~WINDOW @ENTRY), "?" the test, "V" the v it is made with, "L" lines of the
  // listing, "H" heading, "R" right.
  function readStep(line) {
    const [head, ...parts] = line.split("\t");
    const found = /^(\w)(\d+)(?:,(\d+))?$/.exec(head);
    const read = { kind: found[1], node: +found[2], child: found[3], updates: [] };
    for (const part of parts) {
      const rest = part.slice(1);
      if (part[0] === "?") {
        read.holds = rest.endsWith("!");
        read.candidate = rest.endsWith("!") || rest.endsWith(".");
        read.test = rest.replace(/[!.]$/, "");
      } else if (part[0] === "V") read.v = rest;
      else if (part[0] === "L") read.lines = rest.split(",").map(Number);
      else if (part[0] === "H") read.heading = rest;
      else if (part[0] === "R") read.right = rest;
      else read.updates.push(readUpdate(part));
    }
    return read;
  }

  function readUpdate(part) {
    const [left, entry] = part.split("@");
    const [state, moving] = left.split("~");
    const found = /^(\d+)([a-z])(.*)$/.exec(state);
    const window = (text) => text && text.split(";");
    return {
      node: +found[1], status: found[2], text: found[3],
      window: window(moving || entry), entry: window(entry),
    };
  }

  // -- the state at a step ----------------------------------------------------------------------

  function stateAt(wanted) {
    const nodes = new Map();
    for (let number = 1; number <= wanted; number += 1) {
      for (const update of steps[number].updates) {
        const known = nodes.get(update.node) || {};
        nodes.set(update.node, {
          status: update.status,
          text: update.text,
          entry: update.entry || known.entry,
          window: update.window || known.window,
        });
      }
    }
    return nodes;
  }

  // While a step is asked for, only what arrives is shown of it.
  function shownState() {
    if (asked !== step) return stateAt(step);
    const nodes = stateAt(step - 1);
    const arrived = stateAt(step).get(Number(steps[step].child));
    if (arrived) nodes.set(Number(steps[step].child), arrived);
    return nodes;
  }

  function pathTo(node) {
    const path = [];
    for (let above = node; above >= 0; above = data.parents[above]) path.unshift(above);
    return path;
  }

  const firstSlab = root.querySelector("svg > [id^=x]");

  // -- showing it -------------------------------------------------------------------------------

  const CLASSES = { u: "unseen", o: "open", c: "done", k: "done cutoff", s: "pruned", b: "beyond" };

  function show() {
    const now = steps[step];
    const nodes = shownState();
    const path = step ? pathTo(now.node) : [];
    const fresh = new Set(step ? now.updates.filter((u) => u.status !== "s").map((u) => u.node) : []);
    data.parents.forEach((_, node) => {
      const state = nodes.get(node) || { status: "u", text: "" };
      const card = byId("n" + node);
      const classes = [players[node], CLASSES[state.status]];
      if (path.includes(node) || String(node) === now.child) classes.push("path");
      if (step && node === now.node) classes.push("now");
      if (fresh.has(node) && (String(node) === now.child || now.kind === "l")) classes.push("news");
      card.setAttribute("class", classes.join(" "));
      setText("v" + node, state.text);
      setWindow(byId("w" + node), state.entry);
      if (classes.includes("path")) card.parentNode.insertBefore(card, firstSlab);
      const slab = byId("x" + node);
      if (slab) slab.setAttribute("class", state.status === "k" ? "slab" : "hidden");
      const dots = byId("d" + node);
      if (dots) dots.setAttribute("class", state.status === "k" || state.status === "s" ? "pruned" : "unseen");
    });
    showFunnel(path, nodes, now);
    showWords(now);
    showListing(now);
  }

  function setText(id, text) {
    const place = byId(id);
    if (place && place.textContent !== text) place.textContent = text;
  }

  function setWindow(place, entry) {
    if (!place) return;
    place.setAttribute("class", entry ? "window" : "hidden");
    if (entry) [place.children[0].textContent, place.children[1].textContent] = entry;
  }

  function showWords(now) {
    const question = asked === step;
    byId("counter").textContent = `step ${step}/${last}`;
    byId("sentence").textContent = question ? "" : sentences[step];
    byId("test").textContent = question ? "" : now.test || "";
    const bar = byId("bar");
    bar.className = question ? "asks" : now.kind === "c" ? "cut" : "";
    byId("heading").textContent = question ? "What happens here?" : now.heading || "";
    byId("right").textContent = question ? "" : now.right || "";
    byId("question").hidden = !question;
    byId("slider").value = step;
    byId("slider").setAttribute("aria-valuetext", `step ${step} of ${last}`);
    byId("back").disabled = byId("first").disabled = step === 0;
    byId("next").disabled = byId("end").disabled = step === last && !question;
    byId("cut").disabled = nextCut(1) === null;
    root.classList.toggle("asking", question);
  }

  function showListing(now) {
    const lines = asked === step ? [] : now.lines || [];
    [...byId("listing").children].forEach((line, number) => {
      line.className = lines.includes(number) ? (now.kind === "c" && line.hasAttribute("data-test") ? "cut" : "now") : "";
    });
  }

  // -- the funnel: every open node's window as a bar on one number line --------------------------

  function place(end) {
    const index = data.axis.indexOf(end);
    return (100 * index) / Math.max(1, data.axis.length - 1);
  }

  function showFunnel(path, nodes, now) {
    const rows = [];
    for (const node of asked === step ? path.slice(0, -1) : path) {
      const state = nodes.get(node);
      if (!state || !state.window || byId("v" + node) === null) continue;
      const [alpha, beta] = state.window;
      const from = place(alpha);
      const to = place(beta);
      const row = document.createElement("div");
      row.className = node === now.node ? "row now" : "row";
      row.append(part("name " + players[node], byId("n" + node).querySelector(".name").textContent));
      row.append(part("v", state.text));
      const track = part("track", "");
      const empty = from > to || (from === to && !data.strict);
      const bar = part(empty ? "window empty" : from === to ? "window only" : "window", "");
      bar.style.left = `${Math.min(from, to)}%`;
      bar.style.width = `${Math.max(1, Math.abs(to - from))}%`;
      track.append(bar);
      const ends = part("ends", "");
      ends.append(part("alpha", `α ${alpha}`), part("beta", `β ${beta}`));
      if (empty) ends.append(part("slab", "EMPTY"));
      else if (from === to) ends.append(part("only", `ONLY ${alpha}`));
      row.append(track, ends);
      rows.push(row);
    }
    byId("funnel").replaceChildren(...rows);
  }

  function part(name, text) {
    const element = document.createElement("span");
    element.className = name;
    element.textContent = text;
    return element;
  }

  // -- moving -----------------------------------------------------------------------------------

  function go(wanted, forward = true) {
    step = Math.max(0, Math.min(last, wanted));
    const ask = practise && forward && steps[step].candidate && !answered.has(step);
    asked = ask ? step : null;
    if (asked !== null) prepareQuestion();
    show();
    try {
      history.replaceState(null, "", step ? `#step=${step}` : "#");
    } catch (error) {
      // A page inside a notebook has no address of its own.
    }
  }

  function next() {
    if (asked === step) byId("answer-v").focus();
    else go(step + 1);
  }

  function nextCut(direction) {
    for (let number = step + direction; number > 0 && number <= last; number += direction) {
      if (steps[number].kind === "c") return number;
      if (practise && direction > 0 && steps[number].candidate && !answered.has(number)) return number;
    }
    return null;
  }

  function toCut(direction) {
    const found = nextCut(direction);
    if (found !== null) go(found, direction > 0);
  }

  function fromAddress() {
    const found = /step=(\d+)/.exec(location.hash);
    return found ? Number(found[1]) : 0;
  }

  // -- practise ---------------------------------------------------------------------------------

  const plain = (text) =>
    text.trim().replace(/[−–]/g, "-").replace(/\s/g, "").replace(",", ".").replace(/∞|infinity/gi, "inf").replace(/^\+/, "");

  function prepareQuestion() {
    byId("question").reset();
    byId("verdict").textContent = "";
  }

  function check(event) {
    event.preventDefault();
    const now = steps[step];
    const state = stateAt(step).get(now.node);
    const wanted = { v: now.v, alpha: state.window[0], beta: state.window[1] };
    const wrong = Object.keys(wanted).filter(
      (name) => !agrees(plain(byId("answer-" + name).value), plain(wanted[name])),
    );
    const cut = byId("question").elements.namedItem("cut").value;
    if (cut !== (now.kind === "c" ? "yes" : "no")) wrong.push("cut");
    if (wrong.length) {
      const names = { v: "v", alpha: "α", beta: "β", cut: "the cut-off" };
      byId("verdict").textContent = `✗ Look again at ${wrong.map((name) => names[name]).join(", ")}.`;
      return;
    }
    reveal();
  }

  // A mean such as 16/3 may be typed rounded.
  function agrees(typed, wanted) {
    const places = wanted.includes("/") ? (typed.split(".")[1] || "").length : 0;
    const error = Math.abs(number(typed) - number(wanted));
    return number(typed) === number(wanted) || (places > 0 && error * 10 ** places * 2 <= 1);
  }

  function number(text) {
    if (text === "inf") return Infinity;
    if (text === "-inf") return -Infinity;
    const fraction = /^(-?\d+)\/(\d+)$/.exec(text);
    if (fraction) return fraction[1] / fraction[2];
    return text === "" ? NaN : Number(text);
  }

  function reveal() {
    answered.add(step);
    asked = null;
    show();
    byId("next").focus();
  }

  // -- keys, buttons, touch ---------------------------------------------------------------------

  const KEYS = {
    " ": next, ArrowRight: next, PageDown: next, n: next,
    Backspace: () => go(step - 1, false), ArrowLeft: () => go(step - 1, false),
    PageUp: () => go(step - 1, false), p: () => go(step - 1, false),
    c: () => toCut(1), C: () => toCut(-1),
    Home: () => go(0, false), End: () => go(last, false),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (/^(INPUT|BUTTON|SUMMARY)$/.test(event.target.tagName)) {
      const typed = event.target.type === "text" || event.key === " " || event.key === "Enter";
      if (typed || event.target.type === "radio") return;
    }
    const action = KEYS[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });

  byId("first").addEventListener("click", () => go(0, false));
  byId("back").addEventListener("click", () => go(step - 1, false));
  byId("next").addEventListener("click", next);
  byId("cut").addEventListener("click", () => toCut(1));
  byId("end").addEventListener("click", () => go(last, false));
  byId("slider").addEventListener("input", (event) => go(Number(event.target.value), false));
  byId("question").addEventListener("submit", check);
  byId("show").addEventListener("click", reveal);
  window.addEventListener("hashchange", () => go(fromAddress(), false));

  let touched = null;
  root.addEventListener("touchstart", (event) => {
    const touch = event.changedTouches[0];
    touched = { x: touch.clientX, y: touch.clientY };
  }, { passive: true });
  root.addEventListener("touchend", (event) => {
    if (touched === null || /^(INPUT|BUTTON)$/.test(event.target.tagName)) return;
    const figure = byId("figure");
    const scrolls = figure.contains(event.target) && figure.scrollWidth > figure.clientWidth;
    const touch = event.changedTouches[0];
    const [right, down] = [touch.clientX - touched.x, touch.clientY - touched.y];
    touched = null;
    if (scrolls || Math.abs(right) < 40 || Math.abs(right) < 2 * Math.abs(down)) return;
    if (right < 0) next();
    else go(step - 1, false);
  }, { passive: true });

  let before = 0;
  window.addEventListener("beforeprint", () => { before = step; go(last, false); });
  window.addEventListener("afterprint", () => go(before, false));

  root.classList.add("live");
  byId("slider").max = last;
  go(fromAddress());
})();
