// Shows one step of a search at a time. Every text and number of a step was written by Python:
// this program only puts them where they belong.
"use strict";

// The address follows once no step has been gone to for a moment: a key that is held goes to thirty
// a second, and browsers refuse so many. One that was followed meanwhile stays.
const PAUSE = 100; // ms
let timer = 0;
/** @type {(address: string) => void} */
const writeAddress = (address) => {
  const before = location.href;
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (location.href !== before) return;
    // A page inside a notebook has no address of its own.
    try { history.replaceState(null, "", address); } catch { return; }
  }, PAUSE);
};

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
  const KINDS = ["start", "visit", "leaf", "return", "cut"];
  steps.forEach((now, number) => {
    now.kind = KINDS.find((kind) => kind in now);
    now.node = now[now.kind];
    if (now.kind === "return" || now.kind === "cut") now.child = steps[number - 1].node;
  });

  // The groups of the nodes are in order, but for those that are told.
  let unnamed = 0;
  for (const group of drawing.children) {
    while (byId("n" + unnamed)) unnamed += 1;
    if (!group.id) group.id = "n" + unnamed;
  }

  // The groups of the figure, with the places in them that change.
  const cards = parents.map((_, node) => {
    const group = byId("n" + node);
    /** @type {(name: string) => any} */
    const part = (name) => group.querySelector(name);
    // The box behind the value of a card, coloured while that is new or compared by a test.
    if (group.classList[0] !== "leaf") part("rect").after(part("rect").cloneNode());
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

  // The lines of the listing that a step executes are those of the last one of its kind, unless told.
  const executed = {};
  for (const now of steps) {
    const alike = now.kind + cards[now.node].kind;
    executed[alike] = now.lines = now.lines ?? executed[alike];
  }

  let step = 0;
  let asked = null; // the step whose numbers are asked for
  let origin = null; // the step from which one looks at another
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
    turnTo(null);
    const now = steps[step];
    const states = stateAt(asked === step ? step - 1 : step);
    const path = step ? pathTo(now.node) : [];
    const [alpha, beta] = [rail("alpha", path), rail("beta", path)];
    const arrives = now.kind === "leaf" ? now.node : now.child;
    const isChoice = now.choice && asked !== step;
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
      if (isChoice && now.choice.alpha.includes(node)) marks.push("gives-alpha");
      if (isChoice && now.choice.beta.includes(node)) marks.push("gives-beta");
      const key = JSON.stringify([state, marks, marks.includes("now") && now.kind]);
      if (key !== cards[node].key) showCard(Object.assign(cards[node], { key }), state, marks);
    });
    for (const group of Object.values(heavy).flat()) drawing.insertBefore(group, drawing.querySelector("[id^=x]"));
    showFunnel(states, path);
    showWords(now, states[now.node].gap === "empty", states[now.node]);
    showChoice(isChoice ? now.choice : null);
    shorten(data.parts[now.lines]);
    follow(now.node);
  }

  function showCard(card, state, marks) {
    card.group.setAttribute("class", [card.kind, state.status, ...marks].join(" "));
    if (state.status === "pruned") drawing.prepend(card.group);
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

  function showWords(now, isEmpty, { window, entry }) {
    const isAsked = asked === step;
    const [heading, rest] = byId("trace").children[step].textContent.trim().split("\n");
    const setText = (id, text) => { byId(id).textContent = isAsked ? "" : text || ""; };
    const told = isAsked ? now.asked : now.heading;
    byId("heading").replaceChildren(...(told === undefined ? [heading] : words(told)));
    setText("sentence", now.sentence ?? rest);
    setText("right", now.right);
    if (now.child !== undefined && typeof now.test !== "string" && now.test !== 0 && !isAsked) {
      const [alpha, beta] = (now.test || window || entry).map((end) => axis[end]);
      byId("test").replaceChildren(part("alpha", "α"), ` ${alpha} ${data.sign} `, part("beta", "β"), ` ${beta}${isEmpty ? "" : " is false"}`);
    } else setText("test", now.test);
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

  function make(tag, className, ...content) {
    const element = document.createElement(tag);
    element.className = className;
    element.append(...content);
    return element;
  }

  const part = (className, ...content) => make("span", className, ...content);

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

  // -- where the figure stands --------------------------------------------------------------------

  const [CARD, LEAF] = [46, 26]; // how high a card is, and a leaf
  const [LEAST_WHOLE, LEAST, MOST] = [0.65, 0.5, 2.2]; // how large the figure may be drawn
  const [WIDER, CLOSER] = [44, 24]; // by how much a gap between two rows may grow and shrink

  const widest = 8 + 8 * Math.max(...axis.map((end) => end.length)); // the half of a window
  const groups = [...drawing.children].map((/** @type {any} */ group) => {
    const [kind, node, { matrix }] = [group.id[0], Number(group.id.slice(1)), group.transform.baseVal[0]];
    const edges = [...group.querySelectorAll("path")].map((path) => [path, path.getAttribute("d")]);
    const half = kind === "n" ? Math.max((group.querySelector("rect").width.baseVal.value || (isLeaf(node) ? 32 : 66)) / 2, isLeaf(node) ? 0 : widest) + 4 : 14;
    return { group, kind, node, matrix, edges, half, aside: 0, start: matrix.e, top: matrix.f };
  });
  const placeOf = new Map(groups.map((each) => [each.group, each]));
  const topOf = (node) => placeOf.get(cards[node].group).top;
  const rows = [...new Set(groups.filter(({ kind }) => kind !== "x").map(({ top }) => top))].sort((one, other) => one - other);
  const room = rows.map((top, row) => (row && top - rows[row - 1] - CARD < 50 ? 0.4 : Math.sign(row))); // of the gap above
  const size = drawing.viewBox.baseVal;
  const full = size.width;
  let [zoom, whole, scale] = [0, false, 1];

  // Beside the tree there is less room for it: a flat one that would be small there has the whole width.
  function arrange() {
    figure.style.maxHeight = "";
    root.classList.add("beside");
    const [across, down] = [figure.clientWidth, figure.clientHeight];
    root.classList.remove("beside");
    const isSmall = across < 0.8 * full && Math.min(across / full, down / heightOf(rows.length, -1)) < figure.clientWidth / full;
    root.classList.toggle("beside", window.innerWidth >= 1000 && !isSmall);
    const wide = Math.min(MOST, figure.clientWidth / full);
    const isLow = wide >= LEAST_WHOLE && !root.classList.contains("beside");
    figure.style.maxHeight = isLow ? `${heightOf(rows.length, 1) * wide}px` : "";
    shorten(data.parts[steps[step].lines]);
    follow(steps[step].node);
  }

  // How high the first rows are where their gaps are as close as possible (-1) to as wide (1).
  const heightOf = (count, spread) => shifts(spread)[count - 1] + rows[count - 1] - size.y + CARD + 16;

  // How far each row is moved down.
  function shifts(spread) {
    let sum = 0;
    return room.map((share) => { sum += share * spread * (spread > 0 ? WIDER : CLOSER); return sum; });
  }

  // Where the drawing would fit only where nobody can read it, what is off the path is folded:
  // its groups are hidden, and what stands far apart then is moved together.
  function fold(current) {
    const fits = figure.clientWidth >= LEAST_WHOLE * full;
    byId("whole").hidden = fits;
    byId("whole").setAttribute("aria-pressed", whole);
    const path = [current, turned.length ? turned[0].node : current].flatMap(pathTo);
    const isOpen = (node) => fits || whole || path.includes(node);
    const seen = [true];
    parents.forEach((parent, node) => { if (node) seen[node] = seen[parent] && isOpen(parent); });
    const shown = groups.filter(({ group, kind, node }) => {
      const isShown = seen[node] && (kind === "n" || isOpen(node));
      group.style.display = isShown ? "" : "none";
      return isShown;
    });
    const width = fits || whole ? null : narrow(shown);
    if (width === null) for (const { kind, node, matrix, start } of shown) matrix.e = kind === "x" ? placeOf.get(cards[node].group).start + (cards[node].slabFrom || 0) : start;
    size.width = width ?? full;
    spread(shown);
    cards.forEach((card, node) => {
      const below = !isLeaf(node) && !isOpen(node) && parents.filter((_, each) => each > node && each < after[node] && isLeaf(each));
      if (below && !card.more) card.group.append(card.more = card.name.cloneNode());
      card.more?.setAttribute("class", "more");
      if (card.more) card.more.textContent = below ? `+${below.length} ${below.length > 1 ? "leaves" : "leaf"}` : "";
    });
  }

  // The places of a folded tree: children stand side by side, and their parent above the middle.
  // Returns how wide that is.
  function narrow(shown) {
    const below = parents.map(() => []);
    for (const each of shown) if (each.kind === "d") below[each.node].push(each); else if (each.kind === "n" && each.node) below[parents[each.node]].push(each);
    const spans = []; // how far each node's subtree reaches to the left and right of it
    const isOpen = ({ kind, node }) => kind === "n" && below[node].length > 0;
    for (const { node, half } of groups.filter(({ kind }) => kind === "n").sort((one, other) => other.node - one.node)) {
      const children = below[node].sort((one, other) => one.start - other.start);
      const isCrowded = children.filter(isOpen).length > 1; // else what is below has the row for itself
      let end = 0;
      for (const each of children) {
        const [left, right] = isCrowded && isOpen(each) ? spans[each.node] : [each.half, each.half];
        each.aside = end + left;
        end += left + right + 14;
      }
      const middle = children.length ? (children[0].aside + children[children.length - 1].aside) / 2 : 0;
      spans[node] = [half, half + (steps[step].kind === "cut" && node === steps[step].node ? 60 : 0)];
      for (const each of children) {
        each.aside -= middle;
        const [left, right] = isOpen(each) ? spans[each.node] : [each.half, each.half];
        spans[node] = [Math.max(spans[node][0], left - each.aside), Math.max(spans[node][1], right + each.aside)];
      }
    }
    for (const { kind, node, matrix, aside } of shown.filter(({ kind }) => kind !== "x").sort((one, other) => one.node - other.node)) {
      matrix.e = kind === "n" && !node ? spans[0][0] : cards[kind === "n" ? parents[node] : node].place.e + aside;
    }
    for (const { node, matrix, group } of shown.filter(({ kind }) => kind === "x")) {
      const live = below[node].filter(({ group: { classList } }) => !classList.contains("pruned")).map((each) => each.matrix.e);
      const isLeft = cards[node].slabFrom < 0;
      matrix.e = isLeft ? Math.min(cards[node].place.e, ...live) - 3 - group.getBBox().width : Math.max(cards[node].place.e, ...live) + 3;
    }
    return spans[0][0] + spans[0][1] + 24;
  }

  // The figure is as large as its place allows; then the gaps between its rows take what is left.
  function spread(shown) {
    const [across, down] = [figure.clientWidth, figure.clientHeight];
    const count = Math.max(...shown.map(({ kind, top }) => (kind === "x" ? 1 : rows.indexOf(top) + 1)));
    const fits = Math.min(MOST, across / size.width, down / heightOf(count, -1));
    scale = Math.max(whole ? LEAST_WHOLE : LEAST, fits);
    const left = down / scale - heightOf(count, 0);
    const most = heightOf(count, left > 0 ? 1 : -1) - heightOf(count, 0);
    const moved = shifts(most ? Math.min(1, Math.abs(left / most)) * Math.sign(left) : 0);
    size.height = moved[count - 1] + heightOf(count, 0);
    for (const { kind, node, matrix, edges, top } of shown) {
      const row = rows.indexOf(kind === "x" ? topOf(node) : top);
      const above = row && kind !== "x" ? moved[row] - moved[row - 1] : 0;
      matrix.f = top + moved[row];
      const from = cards[kind === "n" ? parents[node] : node]?.place.e - matrix.e;
      for (const [edge, drawn] of edges) edge.setAttribute("d", moveEdge(drawn, edge.matches(".beside") ? null : from, above));
    }
  }

  // An edge as it was drawn, from another place above and over a wider gap.
  function moveEdge(drawn, from, above) {
    const [x, start, bus, , end] = drawn.match(/-?[\d.]+/g).map(Number);
    if (from === null) return `M${x},${start - above}V${bus}`;
    if (end === undefined) return `M${from},${start - above}V${bus}`;
    return `M${from},${start - above}V${bus - above}H0V${end}`;
  }

  // A drawing that would fit only where nobody can read it is moved until a node is in view.
  function follow(node) {
    fold(node);
    const [across, down] = [figure.clientWidth, figure.clientHeight];
    const by = scale * 1.25 ** zoom;
    drawing.setAttribute("width", size.width * by);
    drawing.setAttribute("height", size.height * by);
    const { e, f } = cards[node].place;
    const [x, y] = [(e - size.x) * by, (f - size.y) * by];
    const around = Math.min(100 * by, across / 2);
    if (x - around < figure.scrollLeft || x + around > figure.scrollLeft + across) figure.scrollLeft = x - across / 2;
    if (y < figure.scrollTop + 80 * by || y + 90 * by > figure.scrollTop + down) figure.scrollTop = y + 90 * by - 0.8 * down;
  }

  const zoomBy = (more) => { zoom = Math.max(-8, Math.min(8, zoom + more)); follow(steps[step].node); };

  // -- the choice: both offers, and what other values of the pruned leaves would change ----------

  let turned = []; // the leaves that are turned and their node, each with what stands there else
  let turn = null; // which of the values is tried

  // A text of the page with its arguments: the names of nodes, and what else is told.
  function words(coded) {
    const [text, ...told] = [coded].flat();
    const args = told.map((each) => (typeof each === "number" ? part(`name ${cards[each].kind}`, name(each).replace(" ", "")) : each));
    return data.texts[text].split("{}").flatMap((piece, place) => [...(place ? [args[place - 1]] : []), piece]);
  }

  const printed = (number) => String(number).replace(/^-/, "−");

  function showChoice(choice) {
    byId("choice").hidden = !choice;
    byId("funnel").hidden = Boolean(choice);
    if (!choice) return;
    const [who, wish, there, offer, tie] = choice.words.map(words);
    const [has, its] = choice.max ? ["alpha", "beta"] : ["beta", "alpha"];
    const [bound, v] = choice.from.map(([number]) => printed(number));
    const dot = (kind, text) => (choice.max ? [part(`dot ${kind}`, "● "), ...text] : [...text, part(`dot ${kind}`, " ●")]);
    const ends = [part("least", "−∞"), part("most", "+∞"), part(`its ${its}`, v)];
    if (!tie) ends.push(part(`has ${has}`, bound));
    byId("choice").className = [choice.max ? "wants-max" : "wants-min", ...(tie ? ["tie"] : [])].join(" ");
    byId("choice").replaceChildren(
      part("who", part("", ...who), part("", ...wish)), part("axis", ...ends),
      part("there", ...dot(has, there)),
      choice.exact ? part("exact", ...dot(its, offer)) : part("offer", make("i", ""), part("", ...offer)),
      part("met", make("b", "", `╳ ${choice.test ?? bare(steps[step])}`)),
      ...(tie ? [part("tie-is", ...tie)] : []), ...showTried(choice, has, its), ...showSources(choice, has, its),
    );
  }

  // The test of a step with its numbers alone.
  function bare({ test, node }) {
    if (typeof test === "string") return test;
    const { window, entry } = stateAt(step)[node];
    return (test || window || entry).map((end) => axis[end]).join(` ${data.sign} `);
  }

  function showTried({ tried }, has, its) {
    if (!tried) return [];
    const [, own, [heading, leaf, follows, stands, moment], kept, columns] = tried;
    const row = (head, kind, cells) => make("tr", kind, make("th", "", ...words(head)), ...cells.map((cell) => make("td", kind, cell)));
    const buttons = columns.map(([value], place) => {
      const button = make("button", "", printed(value));
      button.type = "button";
      button.addEventListener("click", () => turnTo(place === turn ? null : place));
      return button;
    });
    const lines = [row(leaf, "", buttons), row(follows, its, columns.map(([value, worth = value]) => printed(worth)))];
    if (stands) lines.push(row(stands, has, columns.map(() => printed(kept))), make("tr", "", make("th", "", ...words(moment))));
    if (own >= 0) buttons[own].parentElement.classList.add("own");
    return [make("h2", "", ...words(heading)), make("table", "", ...lines)];
  }

  function showSources({ from }, ...kinds) {
    const lines = from.map(([number, where, reached], place) => {
      const line = part("from", make("b", kinds[place], printed(number)), part("where", ...words(where)));
      if (reached === null) return line;
      const button = make("button", "", `step ${reached}`);
      button.type = "button";
      button.addEventListener("click", () => { const from = step; go(reached, false); origin = from; showOrigin(); });
      line.append(button);
      return line;
    });
    return [make("h2", "", data.sources), ...lines];
  }

  // Where the whole listing has no room below the choice, its part for the player at hand stands there.
  function shorten(part) {
    const [side, lines] = [byId("side"), [...byId("listing").children]];
    for (const line of lines) line.hidden = false;
    if (side.scrollHeight > side.clientHeight) lines.forEach((line, number) => { line.hidden = !part.includes(number); });
  }

  // The place of a card's value; one that is never visited has none as yet.
  function valueOf(card) {
    if (!card.value) {
      card.group.append(card.value = card.name.cloneNode());
      card.value.setAttribute("class", "value");
    }
    return card.value;
  }

  // Turn the pruned leaves to one of the values that are tried: their node follows.
  function turnTo(place) {
    const { node, choice } = steps[step];
    for (const { element, text } of turned) Object.assign(element, { textContent: text }).style.textDecoration = "";
    turned = [];
    turn = place;
    if (place !== null) {
      const [leaves, own, , , columns] = choice.tried;
      const [value, worth = value, card = `= ${printed(worth)}`] = columns[place];
      const turning = [...leaves, node].map((each) => ({ node: each, element: valueOf(cards[each]) }));
      turned = turning.map((each) => ({ ...each, text: each.element.textContent }));
      if (place !== own) for (const { element } of turned) Object.assign(element, { textContent: printed(value) }).style.textDecoration = "none";
      cards[node].value.textContent = card;
    }
    document.querySelectorAll("#choice tr").forEach((row) => [...row.querySelectorAll("td")].forEach((cell, column) => cell.classList.toggle("now", column === place)));
    if (place !== null) follow(node);
  }

  function turnOn() {
    const tried = !byId("choice").hidden && steps[step].choice.tried;
    if (tried) turnTo(((turn ?? -1) + 1) % tried[4].length);
  }

  // -- moving -----------------------------------------------------------------------------------

  function go(wanted, forward = true) {
    step = Math.max(0, Math.min(last, wanted));
    origin = null;
    showOrigin();
    asked = forward && steps[step].ask && !answered.has(step) ? step : null;
    byId("question").reset();
    for (const name of Object.keys(NAMES)) byId("answer-" + name).removeAttribute("aria-invalid");
    byId("verdict").textContent = "";
    show();
    remember(step);
  }

  function next() {
    if (asked === step) byId("answer-v").focus();
    else go(step + 1);
  }

  // The step that shows a node best: its last test, the arrival of its value, its entry, or the
  // cut-off that pruned it.
  function momentOf(node) {
    let returned;
    let pruned;
    for (let number = step; number > 0; number -= 1) {
      const { kind, node: at, child, test } = steps[number];
      if (at === node && (number === step || (child !== undefined && test !== 0))) return number;
      if (at === node && child === undefined) return returned ?? number;
      if (child === node) returned ??= number;
      if (kind === "cut" && at < node && node < after[at] && !(child <= node && node < after[child])) pruned ??= number;
    }
    return pruned;
  }

  function lookAt(node) {
    const moment = momentOf(node);
    if (moment === undefined || asked === step) return;
    const from = origin ?? step;
    go(moment, false);
    origin = from === moment ? null : from;
    showOrigin();
  }

  function showOrigin() {
    byId("origin").hidden = origin === null;
    byId("origin").textContent = `back to step ${origin}`;
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
    for (const name of Object.keys(NAMES)) byId("answer-" + name).setAttribute("aria-invalid", wrong.some(([each]) => each === name));
    const { reasons } = steps[step]; // boxes that are wrong for the same reason stand together
    const told = [...new Set(wrong.map(([name]) => String(reasons[name])))];
    byId("verdict").replaceChildren(...told.map((reason) => {
      const boxes = wrong.filter(([name]) => String(reasons[name]) === reason).map(([name]) => name);
      return make("p", "", `✗ ${boxes.map((name) => NAMES[name]).join(", ")}: `, ...words(reasons[boxes[0]]));
    }));
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
    Home: () => go(0, false), End: () => go(last, false), "+": () => zoomBy(1), "-": () => zoomBy(-1), w: turnOn, Escape: () => { if (origin !== null) go(origin, false); },
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

  for (const { group, kind, node } of groups) if (kind === "n") group.addEventListener("click", () => lookAt(node));

  const BUTTONS = {
    origin: () => go(origin, false),
    first: KEYS.Home, back, next, cut: KEYS.c, end: KEYS.End, show: reveal,
    whole: () => { whole = !whole; follow(steps[step].node); }, larger: KEYS["+"], smaller: KEYS["-"],
  };
  for (const [id, action] of Object.entries(BUTTONS)) byId(id).addEventListener("click", action);
  byId("slider").addEventListener("input", (event) => go(Number(event.target.value), false));
  byId("question").addEventListener("submit", check);
  window.addEventListener("resize", arrange, { signal });

  let begun = { clientX: 0, clientY: 0 };
  root.addEventListener("touchstart", (event) => { [begun] = event.changedTouches; }, { passive: true });
  root.addEventListener("touchend", ({ target, changedTouches: [ended] }) => {
    const scrolls = figure.contains(target) && figure.scrollWidth > figure.clientWidth;
    const [right, down] = [ended.clientX - begun.clientX, ended.clientY - begun.clientY];
    const isSwipe = Math.abs(right) >= 40 && Math.abs(right) >= 2 * Math.abs(down);
    if (isSwipe && !scrolls && !/^(INPUT|BUTTON)$/.test(target.tagName)) (right < 0 ? next : back)();
  }, { passive: true });

  let before = [];
  const trace = byId("trace").parentElement;
  window.addEventListener("beforeprint", () => { before = [step, whole, trace.open]; whole = trace.open = true; go(last, false); }, { signal });
  window.addEventListener("afterprint", () => { [, whole, trace.open] = before; go(before[0], false); }, { signal });

  root.classList.add("live");
  go(first);
  arrange();
  return { go: (wanted) => go(wanted, false), end: () => ended.abort() };
};
