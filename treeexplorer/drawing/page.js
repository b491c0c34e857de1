// Shows one step of a search at a time. Every word and number of a step was written by Python:
// this program only puts them where they belong.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const root = byId("page");
  const data = JSON.parse(byId("data").textContent);
  const sentences = [...byId("trace").children].map((item) => item.textContent.trim());
  const { steps } = data;
  const last = steps.length - 1;
  const players = data.parents.map((_, node) => byId("n" + node).classList[0]);
  const practise = root.hasAttribute("data-practise");

  let step = 0;
  let asked = null; // the step whose numbers are asked for
  const answered = new Set();

  // -- the state at a step ----------------------------------------------------------------------

  function stateAt(wanted) {
    const nodes = new Map();
    for (let number = 0; number <= wanted; number += 1) {
      const change = (node, update) => {
        const known = nodes.get(node) || { status: "u", text: "" };
        nodes.set(node, { ...known, ...update });
      };
      const { kind, node: at, child, nodes: changed = {}, statuses = {} } = steps[number];
      if (kind === "leaf" || kind === "visit") change(at, { status: "o" });
      if (child !== undefined && nodes.get(child).status !== "k") change(child, { status: "c" });
      for (const [node, update] of Object.entries(changed)) change(Number(node), update);
      for (const [status, all] of Object.entries(statuses)) {
        for (const node of all) change(node, { status });
      }
    }
    return nodes;
  }

  // While a step is asked for, only what arrives is shown of it.
  function shownState() {
    if (asked !== step) return stateAt(step);
    const nodes = stateAt(step - 1);
    const arrived = stateAt(step).get(steps[step].child);
    if (arrived) nodes.set(steps[step].child, arrived);
    return nodes;
  }

  // The nodes above which a bound runs: from the child that gave it, over the node that has it,
  // down to where the search stands.
  function railsAt(wanted) {
    let number = wanted;
    while (number > 0 && !steps[number].rails) number -= 1;
    const [alphaHolder, alphaGiver, betaHolder, betaGiver] = steps[number].rails || [-1, -1, -1, -1];
    return [[alphaHolder, alphaGiver], [betaHolder, betaGiver]].map(([holder, giver]) => {
      if (holder < 0 || wanted === last) return [];
      return [giver, ...pathTo(steps[wanted].node).filter((node) => node > holder)];
    });
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
    const [alpha, beta] = step && asked !== step ? railsAt(step) : [[], []];
    const arrives = now.kind === "leaf" ? now.node : now.child;
    data.parents.forEach((_, node) => {
      const state = nodes.get(node) || { status: "u", text: "" };
      const card = byId("n" + node);
      const classes = [players[node], CLASSES[state.status]];
      if (path.includes(node) || node === now.child) classes.push("path");
      if (beta.includes(node)) classes.push("rail-beta");
      if (alpha.includes(node)) classes.push("rail-alpha");
      if (step && node === now.node) classes.push("now");
      if (step && node === arrives) classes.push("news");
      card.setAttribute("class", classes.join(" "));
      setText("v" + node, state.text);
      setWindow(card.querySelector(":scope > text[y='-6']"), state.entry);
      if (classes.some((name) => /^(path|rail)/.test(name))) card.parentNode.insertBefore(card, firstSlab);
      const slab = byId("x" + node);
      if (slab) {
        const test = now.kind === "cut" && node === now.node ? ` ${now.test}` : "";
        slab.setAttribute("class", state.status === "k" ? "slab" : "hidden");
        slab.lastChild.textContent = `╳${test}`;
        slab.firstChild.setAttribute("width", 19 + 8 * test.length);
      }
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
    if (!entry) return;
    entry.forEach((end, index) => {
      const text = data.axis[end];
      place.children[index].textContent = text;
      place.children[index].setAttribute("class", text.endsWith("∞") ? "infinite" : "");
    });
  }

  function showWords(now) {
    const question = asked === step;
    byId("counter").textContent = `step ${step}/${last}`;
    byId("sentence").textContent = question ? "" : sentences[step];
    byId("test").textContent = question ? "" : now.test || "";
    const bar = byId("bar");
    bar.className = question ? "asks" : now.kind === "cut" ? "cut" : "";
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
    const lines = (asked !== step && data.lines[now.lines]) || [];
    [...byId("listing").children].forEach((line, number) => {
      line.className = lines.includes(number) ? (now.kind === "cut" && line.hasAttribute("data-test") ? "cut" : "now") : "";
    });
  }

  // -- the funnel: every open node's window as a bar on one number line --------------------------

  const place = (end) => (100 * end) / Math.max(1, data.axis.length - 1);

  function showFunnel(path, nodes, now) {
    const rows = [];
    for (const node of asked === step ? path.slice(0, -1) : path) {
      const state = nodes.get(node);
      if (!state || !state.entry || byId("v" + node) === null) continue;
      const [alpha, beta] = state.window || state.entry;
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
      ends.append(part("alpha", `α ${data.axis[alpha]}`), part("beta", `β ${data.axis[beta]}`));
      if (empty) ends.append(part("slab", "EMPTY"));
      else if (from === to) ends.append(part("only", `ONLY ${data.axis[alpha]}`));
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
    const ask = practise && forward && steps[step].asks && !answered.has(step);
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
      if (steps[number].kind === "cut") return number;
      if (practise && direction > 0 && steps[number].asks && !answered.has(number)) return number;
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
    const [alpha, beta] = state.window || state.entry;
    const wanted = { v: now.asks, alpha: data.axis[alpha], beta: data.axis[beta] };
    const wrong = Object.keys(wanted).filter(
      (name) => !agrees(plain(byId("answer-" + name).value), plain(wanted[name])),
    );
    const cut = byId("question").elements.namedItem("cut").value;
    if (cut !== (now.kind === "cut" ? "yes" : "no")) wrong.push("cut");
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
