// Draws views that are recorded, with no game behind them, and measures what is outside the window or covered; see window.py.

async ({ id }) => {
  const at = async (file) => (await import(document.querySelector("script[src]").src)).$import(".", file);
  const [{ Playing }, { Store }, { html, render }, { client }, { EMPTY, reduce }] = await Promise.all(
    ["screens/game.js", "app/store.js", "app/html.js", "app/session.js", "app/log.js"].map(at),
  );
  const game = await client.watch(id);
  const session = Object.assign(new Store(), {
    id, game, connection: "live", isSending: false, problem: null, away: [],
    play(move) { window.played = move; }, ask() {}, reread() {},
  });
  const know = (log) => Object.assign(session, { log, view: log.view, events: log.events });
  know(reduce(EMPTY, { view: game.view, isOld: true }));
  const app = document.querySelector("#app");
  render(null, app);
  render(html`<${Playing} session=${session} />`, app);
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  window.show = async ({ view, events }) => {
    know(reduce(EMPTY, { view, events, version: view.version, isOld: true }));
    window.played = null;
    session.changed();
    await drawn();
    await drawn(); // the hand comes later than the table
  };
  while (!document.querySelector(".table")) await drawn();

  window.misfits = () => {
    const PX = 1;
    const found = [];
    const shown = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
    const isWithin = (box, place) =>
      box.left >= place.left - PX && box.top >= place.top - PX && box.right <= place.right + PX && box.bottom <= place.bottom + PX;
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    /** The uncovered part of a box, and its width in pixels, by 12 times 12 points. */
    const uncovered = (element, box) => {
      let hits = 0;
      const columns = new Set();
      for (let column = 0; column < 12; column++)
        for (let row = 0; row < 12; row++) {
          const hit = document.elementFromPoint(box.left + ((column + 0.5) * box.width) / 12, box.top + ((row + 0.5) * box.height) / 12);
          if (hit && (element.contains(hit) || hit.contains(element) && hit.matches("button, a, summary, label"))) (hits++, columns.add(column));
        }
      return { share: hits / 144, width: (columns.size * box.width) / 12 };
    };
    const look = (kind, element, least, px = Infinity) => {
      const box = element.getBoundingClientRect();
      const name = `${kind} ${(element.getAttribute("aria-label") || element.textContent).trim().replace(/\s+/g, " ").slice(0, 40)}`;
      if (!box.width || !box.height) return found.push(`${name}: nothing of it`);
      if (!isWithin(box, screen)) return found.push(`${name}: outside, ${Math.round(box.left)},${Math.round(box.top)},${Math.round(box.right)},${Math.round(box.bottom)}`);
      const { share, width } = uncovered(element, box);
      if (share < least && width < px) found.push(`${name}: ${Math.round(100 * share)} % uncovered`);
    };
    for (const card of shown(".hand .held")) look("card", card, 0.6, 44);
    for (const control of shown("button:enabled, a[href], select, summary")) {
      if (!control.closest(".held, .log, dialog, .hint") && !control.matches(".held, .skip")) look("control", control, 0.8);
    }
    for (const part of [".table", ".score", ".score strong", ".prompt"]) {
      const elements = shown(part);
      if (!elements.length) found.push(`${part}: not there`);
      for (const element of elements) if (!element.matches(".unseen")) look(part, element, 0.8);
    }
    const parts = shown(".stage :is(.card, figcaption, .badge, .name)").filter((part) => !part.closest(".fan, .goal"));
    const boxes = parts.map((part) => part.getBoundingClientRect());
    const across = (one, other, low, high) => Math.min(one[high], other[high]) - Math.max(one[low], other[low]);
    const isOn = (one, other) => across(one, other, "left", "right") > 2 * PX && across(one, other, "top", "bottom") > 2 * PX;
    for (const [place, part] of parts.entries())
      for (const [under, other] of parts.slice(0, place).entries())
        if (!other.contains(part) && isOn(boxes[place], boxes[under])) found.push(`${part.className || part.innerText} is on ${other.className || other.innerText}`);
    for (const place of shown(".fit")) {
      for (const inside of place.querySelectorAll(".fitted, .fitted .card")) {
        const box = inside.getBoundingClientRect();
        if (box.width && !isWithin(box, place.getBoundingClientRect())) found.push(`${place.className}: ${inside.className} does not fit, ${Math.round(box.width)} x ${Math.round(box.height)}`);
      }
    }
    if (document.scrollingElement.scrollHeight > innerHeight + PX || document.scrollingElement.scrollWidth > innerWidth + PX) found.push("the page scrolls");
    return found;
  };
}
