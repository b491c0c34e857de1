// Shows one step of a search at a time. Every text and number of a step was written by Python:
// this program only puts them where they belong.
"use strict";

// Makes the page in the document step, from a step on. ``remember`` is called with every step that
// is gone to. Returns how to go to a step, and how to end it before another page takes its place.
/** @type {(first: number, remember: (step: number) => void) => {go: (step: number) => void, end: () => void}} */
const stepThrough = (first, remember) => {
  /** @type {(id: string) => any} */
  const byId = (id) => document.getElementById(id);
  const ended = new AbortController();
  const { signal } = ended;
  const [root, figure] = [byId("page"), byId("figure")];
  const drawing = figure.querySelector("svg");
  const data = JSON.parse(byId("data").textContent);
  const { axis, parents, steps } = data;
  const last = steps.length - 1;
  const practise = root.hasAttribute("data-practise");
  for (const now of steps) {
    now.kind = ["start", "visit", "leaf", "return", "cut"].find((kind) => kind in now);
    now.node = now[now.kind];
  }

  // The groups of the figure, with the places in them that change.
  const cards = parents.map((_, node) => {
    const group = byId("n" + node);
    /** @type {(name: string) => any} */
    const part = (name) => group.querySelector(name);
    return {
      group, kind: group.classList[0], name: part(".name"), ends: [part(".low"), part(".high")],
      value: part(group.classList[0] === "leaf" ? "text:not([class])" : ".value"),
      slab: byId("x" + node), dots: byId("d" + node), place: group.transform.baseVal[0].matrix,
    };
  });
  const isLeaf = (node) => cards[node].kind === "leaf";
  const name = (node) => (cards[node].name || cards[node].value).textContent;
  const after = parents.map((_, node) => node + 1); // one past the last node of each subtree
  for (let node = parents.length - 1; node > 0; node -= 1) {
    after[parents[node]] = Math.max(after[parents[node]], after[node]);
  }

  let step = 0;
  let asked = null; // the step whose numbers are asked for
  let furthest = 0; // the last step that has been shown
  const answered = new Set();

  // -- the state at a step ----------------------------------------------------------------------

  function stateAt(wanted) {
    const states = parents.map(() => ({ status: "unseen" }));
    const set = (node, update) => Object.assign(states[node], update);
    for (const { kind, node, child, statuses = [], nodes = {} } of steps.slice(0, wanted + 1)) {
      if (kind === "visit" || kind === "leaf") set(node, { status: "open" });
      if (child !== undefined) set(child, { status: "done" });
      for (const [first, final, status] of statuses) {
        for (let each = first; each <= final; each += 1) set(each, { status });
      }
      for (const [each, update] of Object.entries(nodes)) set(each, update);
    }
    return states;
  }

  // The nodes above which α and β run: from the child that gave it, over the node that has it,
  // down to where the search stands.
  function rail(end, path) {
    const found = asked === step || step === last ? null : giver(end, step);
    return found ? [found[1], ...path.filter((node) => node > found[0])] : [];
  }

  // Who has α or β at a step, and through which child.
  const giver = (end, wanted) => (steps.slice(0, wanted + 1).reverse().find((now) => end in now) || {})[end];

  const pathTo = (node) => parents.map((_, each) => each).filter((each) => each <= node && node < after[each]);

  // -- showing it -------------------------------------------------------------------------------

  function show() {
    const now = steps[step];
    const states = stateAt(asked === step ? step - 1 : step);
    const path = step ? pathTo(now.node) : [];
    const [alpha, beta] = [rail("alpha", path), rail("beta", path)];
    const arrives = now.kind === "leaf" ? now.node : now.child;
    const heavy = { path: [], beta: [], alpha: [], best: [] };
    states.forEach((state, node) => {
      const marks = [];
      let edge = alpha.includes(node) ? "alpha" : beta.includes(node) ? "beta" : null;
      if (!edge && step < last && (path.includes(node) || node === now.child)) edge = "path";
      if (step === last && data.best.includes(node)) edge = "best";
      if (node && edge && state.status !== "pruned") {
        marks.push(edge);
        heavy[edge].push(cards[node].group);
        if (edge === "alpha" && beta.includes(node)) marks.push("beta");
      }
      if (step && node === now.node) marks.push("now");
      if (step && node === arrives) marks.push("news");
      const key = JSON.stringify([state, marks, marks.includes("now") && now.kind]);
      if (key !== cards[node].key) showCard(Object.assign(cards[node], { key }), state, marks);
    });
    for (const group of Object.values(heavy).flat()) drawing.insertBefore(group, drawing.querySelector("[id^=x]"));
    showFunnel(states, path);
    showWords(now, states[now.node].gap === "empty");
    showTry(now);
    follow(now.node);
  }

  function showCard(card, state, marks) {
    card.group.setAttribute("class", [card.kind, state.status, ...marks].join(" "));
    if (card.dots) card.dots.setAttribute("class", `dots ${state.dots || "unseen"}`);
    if (card.kind === "leaf") return;
    if (card.value) card.value.textContent = state.value || "";
    const isSeen = state.status === "open" || state.status === "done";
    card.ends.forEach((place, end) => {
      if (!place) return;
      const at = isSeen && state.entry ? state.entry[end] : 0;
      place.textContent = isSeen && state.entry ? axis[at] : "";
      place.classList.toggle("free", at === 0 || at === axis.length - 1);
    });
    if (!card.slab) return;
    card.slab.setAttribute("class", state.slab ? "slab" : "slab hidden");
    const [x, width, test] = state.slab || [0, 17, ""];
    const isNow = steps[step].kind === "cut" && marks.includes("now"); // an old slab is its cross alone
    const [box, text] = card.slab.children;
    card.slabFrom = x + (x < 0 && !isNow ? width - 17 : 0);
    box.setAttribute("width", isNow ? width : 17);
    text.textContent = isNow ? `╳ ${test}` : "╳";
  }

  function showWords(now, isEmpty) {
    const isAsked = asked === step;
    const [heading, , rest] = byId("trace").children[step].childNodes;
    const setText = (id, text) => { byId(id).textContent = isAsked ? "" : text || ""; };
    setText("heading", now.heading || heading.textContent.trim());
    setText("sentence", now.sentence ?? (rest && rest.textContent.trim()));
    setText("right", now.right);
    if (Array.isArray(now.test) && !isAsked) {
      const [alpha, beta] = now.test.map((end) => axis[end]);
      byId("test").replaceChildren(part("alpha", "α"), ` ${alpha} ${data.sign} `, part("beta", "β"), ` ${beta}${isEmpty ? "" : " is false"}`);
    } else setText("test", now.test);
    if (isAsked) byId("heading").textContent = now.arrives;
    byId("bar").className = isAsked ? "asks" : now.kind === "cut" ? "cut" : "";
    if (!isAsked) furthest = Math.max(furthest, step);
    const hides = practise && furthest < last; // what is to come would tell what is cut
    root.classList.toggle("ahead", hides);
    if (practise) [...byId("trace").children].forEach((line, number) => { line.hidden = hides && number > furthest; });
    byId("counter").textContent = hides ? `step ${step}` : `step ${step}/${last}`;
    byId("question").hidden = !isAsked;
    byId("slider").value = step;
    byId("slider").setAttribute("aria-valuetext", `step ${step} of ${last}`);
    byId("back").disabled = byId("first").disabled = step === 0;
    byId("next").disabled = byId("end").disabled = step === last && !isAsked;
    byId("cut").disabled = !hides && nextCut(1) === null;
    root.classList.toggle("asking", isAsked);
    const lines = (!isAsked && data.lines[now.lines]) || [];
    [...byId("listing").children].forEach((line, number) => {
      const isTest = now.kind === "cut" && line.hasAttribute("data-test");
      line.className = lines.includes(number) ? (isTest ? "cut" : "now") : "";
    });
  }

  function part(className, ...content) {
    const element = document.createElement("span");
    element.className = className;
    element.append(...content);
    return element;
  }

  // -- the funnel: every open node's window as a bar on one number line, or its v ----------------

  function showFunnel(states, path) {
    const open = path.filter((node) => !isLeaf(node) && (states[node].window || states[node].entry));
    byId("funnel").replaceChildren(...(asked === step ? open.slice(0, -1) : open).map((node) => {
      const { entry, gap, value = "", window = entry } = states[node];
      const [alpha, beta] = window || entry;
      const place = (end) => `${(100 * end) / (axis.length - 1)}%`;
      const bar = part(entry ? `window ${gap || ""}` : "point");
      Object.assign(bar.style, { left: place(Math.min(alpha, beta)), width: place(Math.abs(beta - alpha)) });
      const note = gap ? [part(gap, gap === "only" ? `ONLY ${axis[alpha]}` : "EMPTY")] : [];
      const ends = entry ? [part("ends", part("alpha", `α ${axis[alpha]}`), part("beta", `β ${axis[beta]}`), ...note)] : [];
      const kind = node === path[path.length - 1] ? "row now" : "row";
      return part(kind, part(`name ${cards[node].kind}`, name(node)), part("v", value), part("track", bar), ...ends);
    }));
  }

  const groups = [...drawing.children].map((/** @type {any} */ group) => {
    const [kind, node, { matrix }] = [group.id[0], Number(group.id.slice(1)), group.transform.baseVal[0]];
    const paths = [...group.querySelectorAll("path:not(.beside)")];
    const edges = paths.map((path) => [path, path.getAttribute("d").replace(/^[^,]*/, "")]);
    const half = kind === "n" ? group.querySelector("rect").width.baseVal.value / 2 + (isLeaf(node) ? 0 : 36) : 14;
    return { group, kind, node, matrix, edges, half, x: matrix.e, start: matrix.e };
  });
  const placeOf = new Map(groups.map((each) => [each.group, each]));
  const size = drawing.viewBox.baseVal;
  const full = size.width;
  let [zoom, whole] = [0, false];

  // Where the drawing would fit only where nobody can read it, what is off the path is folded:
  // its groups are hidden, and what stands far apart then is moved together.
  function fold(current) {
    const fits = figure.clientWidth >= 0.7 * full;
    byId("whole").hidden = fits;
    byId("whole").setAttribute("aria-pressed", whole);
    const path = [current, turned ? steps[step].try[0] : current].flatMap(pathTo);
    const isOpen = (node) => fits || whole || path.includes(node);
    const seen = [true];
    parents.forEach((parent, node) => { if (node) seen[node] = seen[parent] && isOpen(parent); });
    const shown = groups.filter((each) => {
      const { group, kind, node } = each;
      const isShown = seen[node] && (kind === "n" || isOpen(node));
      group.style.display = isShown ? "" : "none";
      if (kind === "x") each.x = placeOf.get(cards[node].group).start + (cards[node].slabFrom || 0);
      return isShown;
    });
    const spans = shown.map(({ group, kind, x, half }) => (kind === "x" ? [x, x + group.getBBox().width] : [x - half, x + half]));
    let [end, out] = [0, 0];
    const moves = spans.sort(([one], [other]) => one - other).map(([left, right]) => {
      if (!fits && !whole) out += Math.max(0, left - end - 14);
      end = Math.max(end, right);
      return [left, out];
    });
    for (const { matrix, x } of shown) matrix.e = x - moves.findLast(([left]) => left <= x)[1];
    for (const { kind, node, matrix, edges } of shown) {
      for (const [edge, rest] of edges) edge.setAttribute("d", `M${cards[kind === "n" ? parents[node] : node].place.e - matrix.e}${rest}`);
    }
    size.width = fits || whole ? full : end - out + 24;
    cards.forEach((card, node) => {
      const below = !isLeaf(node) && !isOpen(node) && parents.filter((_, each) => each > node && each < after[node] && isLeaf(each));
      if (below && !card.more) card.group.append(card.more = card.name.cloneNode());
      card.more?.setAttribute("class", "more");
      if (card.more) card.more.textContent = below ? `+${below.length} ${below.length > 1 ? "leaves" : "leaf"}` : "";
    });
  }

  // A drawing that would fit only where nobody can read it is moved until a node is in view.
  function follow(node) {
    fold(node);
    const [across, down] = [figure.clientWidth, figure.clientHeight];
    const fits = Math.min(1.6, across / size.width, down / size.height);
    const by = (fits < 0.7 ? 1 : fits) * 1.25 ** zoom;
    drawing.setAttribute("width", size.width * by);
    drawing.setAttribute("height", size.height * by);
    const { e, f } = cards[node].place;
    const [x, y] = [(e - size.x) * by, (f - size.y) * by];
    const around = Math.min(100 * by, across / 2);
    if (x - around < figure.scrollLeft || x + around > figure.scrollLeft + across) figure.scrollLeft = x - across / 2;
    if (y < figure.scrollTop + 80 * by || y + 90 * by > figure.scrollTop + down) figure.scrollTop = y + 90 * by - 0.8 * down;
  }

  const zoomBy = (more) => { zoom = Math.max(-8, Math.min(8, zoom + more)); follow(steps[step].node); };

  // -- try it: a pruned leaf is turned, its node follows, and whoever has the bound does not ------

  let turn = 0; // which of the values of the leaf is shown
  let turned = null; // the card of the leaf, and what is written there by itself

  function showTry(now) {
    if (turned) turned.value.textContent = turned.text;
    turned = null;
    byId("try").hidden = !now.try || asked === step;
    if (byId("try").hidden) return;
    const [leaf, at, text, turns] = now.try;
    turned = { value: cards[leaf].value, text: cards[leaf].value.textContent };
    turn = at;
    byId("turned").textContent = turns[at][0];
    byId("follows").textContent = text;
  }

  function turnBy(more) {
    const { node } = steps[step];
    const [, , , turns] = steps[step].try;
    turn = Math.max(0, Math.min(turns.length - 1, turn + more));
    const [leaf, value] = turns[turn];
    turned.value.textContent = byId("turned").textContent = leaf;
    Object.assign(cards[node], { key: "" }).value.textContent = value;
  }

  // -- moving -----------------------------------------------------------------------------------

  function go(wanted, forward = true) {
    step = Math.max(0, Math.min(last, wanted));
    asked = forward && steps[step].ask && !answered.has(step) ? step : null;
    byId("question").reset();
    byId("verdict").textContent = "";
    show();
    remember(step);
  }

  function next() {
    if (asked === step) byId("answer-v").focus();
    else go(step + 1);
  }

  function nextCut(direction) {
    for (let number = step + direction; number > 0 && number <= last; number += direction) {
      if (steps[number].kind === "cut") return number;
      if (direction > 0 && steps[number].ask && !answered.has(number)) return number;
    }
    return null;
  }

  const toCut = (direction, found = nextCut(direction)) => { if (found !== null) go(found, direction > 0); };

  const NAMES = { v: "v", alpha: "α", beta: "β", cut: "cut off?" };

  function check(event) {
    event.preventDefault();
    const { elements } = byId("question");
    const wrong = Object.entries(steps[step].ask).filter(([name, right]) => !right.map(spelt).includes(spelt(elements[name].value)));
    byId("verdict").textContent = wrong.map(([name]) => `✗ ${NAMES[name]}`).join(", ");
    if (!wrong.length) reveal();
  }

  // One spelling of what people type: −,5 is -.5, and +1.50 is 1.5.
  function spelt(text) {
    const plain = text.toLowerCase().replace(/[−–]/g, "-").replace(",", ".").replace(/[\s+]/g, "");
    const bare = plain.replace(/∞|infinity/, "inf").replace(/^(-?)0+(?=[\d.])/, "$1");
    return bare.replace(/(\.\d*?)0*$/, "$1").replace(/\.$/, "").replace(/^-?0?$/, plain && "0");
  }

  function reveal() {
    answered.add(step);
    asked = null;
    show();
    byId("next").focus();
  }

  const back = () => go(step - 1, false);
  const KEYS = {
    " ": next, ArrowRight: next, PageDown: next, n: next,
    Backspace: back, ArrowLeft: back, PageUp: back, p: back, c: () => toCut(1), C: () => toCut(-1),
    Home: () => go(0, false), End: () => go(last, false), "+": () => zoomBy(1), "-": () => zoomBy(-1),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    /** @type {any} */
    const target = event.target;
    if (/^(INPUT|BUTTON|SUMMARY)$/.test(target.tagName)) {
      const typed = target.type === "text" || event.key === " " || event.key === "Enter";
      if (typed || target.type === "radio") return;
    }
    if (!KEYS[event.key]) return;
    event.preventDefault();
    KEYS[event.key]();
  }, { signal });

  const BUTTONS = {
    first: KEYS.Home, back, next, cut: KEYS.c, end: KEYS.End, show: reveal,
    whole: () => { whole = !whole; follow(steps[step].node); }, larger: KEYS["+"], smaller: KEYS["-"], more: () => turnBy(1), less: () => turnBy(-1),
  };
  for (const [id, action] of Object.entries(BUTTONS)) byId(id).addEventListener("click", action);
  byId("slider").addEventListener("input", (event) => go(Number(event.target.value), false));
  byId("question").addEventListener("submit", check);
  window.addEventListener("resize", () => follow(steps[step].node), { signal });

  let begun = { clientX: 0, clientY: 0 };
  root.addEventListener("touchstart", (event) => { [begun] = event.changedTouches; }, { passive: true });
  root.addEventListener("touchend", ({ target, changedTouches: [ended] }) => {
    const scrolls = figure.contains(target) && figure.scrollWidth > figure.clientWidth;
    const [right, down] = [ended.clientX - begun.clientX, ended.clientY - begun.clientY];
    const isSwipe = Math.abs(right) >= 40 && Math.abs(right) >= 2 * Math.abs(down);
    if (isSwipe && !scrolls && !/^(INPUT|BUTTON)$/.test(target.tagName)) (right < 0 ? next : back)();
  }, { passive: true });

  let before = [];
  window.addEventListener("beforeprint", () => { before = [step, whole]; whole = true; go(last, false); }, { signal });
  window.addEventListener("afterprint", () => { whole = before[1]; go(before[0], false); }, { signal });

  root.classList.add("live");
  go(first);
  return { go: (wanted) => go(wanted, false), end: () => ended.abort() };
};
