// Between the log of a game and the screen. The log is what has arrived; the director shows it as beats, a line each, and then draws the next
// decision. Who catches up or looks back sees no beats.

import { isAsked } from "../sdk/index.js";
import { beatOf, isLine } from "../table/beats.js";
import { spoken } from "../table/commentary.js";
import { announcer } from "./page.js";
import { EMPTY, shownAt } from "./log.js";
import { ANIMATIONS, saved } from "./saved.js";
import { Store } from "./store.js";

/** @import { GameView } from "../sdk/types.js" */
/** @import { Beat } from "../table/beats.js" */
/** @import { Log, Shown } from "./log.js" */

/** A longer queue is shortened: its goals keep their time, its other lines at least this one. */
const LONGEST_MS = 5000;
const LEAST_MS = 350;
/** Who is further behind than this sees the end at once. */
const MOST_MS = 2 * LONGEST_MS;
/** What is told before the next period, or the next pack, is shown. */
const ENDS = ["period_end", "pack_out"];
/** How long the last line stays where nothing waits for it. */
const LINGER_MS = 1600;
/** What the player wishes: the part of its time for which each beat is shown, 0 for none. */
const speed = () => ANIMATIONS[saved.settings.animations] ?? 1;
const isGoal = (/** @type {Beat | null} */ beat) => beat?.kind === "goal";
const isNew = (/** @type {Beat} */ { isTold }) => !isTold;

export class Director extends Store {
  /** The line that is shown. @type {Beat | null} */
  beat = null;
  /** Whether the table waits for it. */
  isHolding = false;
  /** What one looks back at. @type {GameView | null} */
  past = null;
  #session;
  /** @type {Log} */
  #log = EMPTY;
  /** The view before the beats, and those that they lead to. @type {GameView[]} */
  #views = [];
  /** @type {Beat[]} */
  #queue = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #frame = 0;
  #open = new AbortController();

  /** @param {Store & {log: Log}} session @param {(tone: Exclude<Beat["tone"], "">) => void} [sound] */
  constructor(session, sound = () => {}) {
    super();
    this.sound = sound;
    this.#session = session;
    const { signal } = this.#open;
    signal.addEventListener("abort", session.follow(() => this.#note()));
    document.addEventListener("visibilitychange", () => document.hidden && this.cut(), { signal });
    this.#note();
  }

  close() {
    this.#open.abort();
    this.#stop();
  }

  #stop() {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
  }

  /** The place of the log that is on the screen; null until there is a view. While a beat is shown nothing is asked. @returns {Shown | null} */
  get shown() {
    const { past, beat } = this;
    const { events, view } = this.#log;
    if (past) return shownAt(events, past, events.findLastIndex(({ version }) => version <= past.version) + 1);
    if (!view || !beat || !this.isHolding) return view && shownAt(events, view, events.length);
    const [before = view] = this.#views;
    const { status, ...then } = this.#views.findLast(({ version }) => version <= beat.event.version) ?? before;
    const told = events.slice(0, beat.place).filter(({ version }) => version > before.version);
    const { score = before.score } = /** @type {{score?: GameView["score"]}} */ (told.findLast(({ type }) => type === "scores")?.data ?? {});
    const isNext = told.slice(0, -1).some(({ type }) => ENDS.includes(type));
    const { period, overtime, shootout } = /** @type {{period?: number, overtime?: boolean, shootout?: boolean}} */ ((isNext ? then : before).table);
    const still = { ...then, status: status === "finished" ? "active" : status, table: { ...then.table, period, overtime, shootout }, score, result: null, legal_moves: [], choice: null };
    return shownAt(events, /** @type {GameView} */ (still), beat.place);
  }

  /** The line in words: that of the beat, or for who looks back the last one that led there. */
  get line() {
    const last = this.past && this.shown?.happened.findLast(isLine);
    return last ? beatOf(last) : this.beat;
  }

  /** @param {GameView | null} view */
  lookBack(view) {
    this.past = view;
    this.changed();
  }

  /** On with the next beat, or with the decision. */
  next() {
    const beat = this.#queue.shift() ?? null;
    this.#show(beat, beat ? [beat] : []);
  }

  /** Show the end at once; with `lingers` each goal, or else the last line, is seen all the same, to its end. */
  cut(lingers = false) {
    const told = this.#queue;
    const goals = told.filter(isGoal);
    const last = told.at(-1) ?? null;
    if (last) last.ms = LINGER_MS;
    const seen = isGoal(this.beat) ? this.beat : (goals.shift() ?? last);
    this.#queue = lingers ? goals : [];
    this.#show(lingers ? seen : null, told, false);
  }

  /** @param {Beat | null} beat @param {Beat[]} told in words for screen readers, and one of them as a tone, a goal before others */
  #show(beat, told, isHolding = [...told, ...this.#queue].some(isNew)) {
    if (beat !== this.beat) this.#stop();
    // its time begins when the frame in which it is drawn has been painted, as that of its animation
    const begin = () => (this.#timer = setTimeout(() => this.next(), beat?.ms));
    if (beat && beat !== this.beat) this.#frame = requestAnimationFrame(() => (this.#frame = requestAnimationFrame(begin)));
    Object.assign(this, { beat, isHolding });
    const { view } = this.#log;
    if (view && !isHolding) this.#views = [view];
    const news = told.filter(isNew);
    for (const beat of news) if (view) announcer.say(spoken(beat.event, view));
    for (const beat of news) beat.isTold = true;
    const tone = (news.findLast((beat) => isGoal(beat) || beat.tone === "over") ?? news.findLast(({ tone }) => tone))?.tone;
    if (tone) this.sound(tone);
    this.changed();
  }

  /** Take what has arrived. */
  #note() {
    const { log } = this.#session;
    const { view: before, events } = this.#log;
    if (log.events === events && log.view === before) return;
    this.#log = log;
    const isBehind = !before || log.events[events.length - 1] !== events.at(-1) || log.old > events.length;
    const own = log.view?.you?.seat;
    if (isBehind) this.#queue = this.#queue.filter(isGoal);
    else this.#queue.push(...log.events.slice(events.length).flatMap((event, place) => beatOf(event, events.length + place + 1, own) ?? []));
    if (log.view && log.view !== before) this.#views.push(log.view);
    const isFree = !speed() || (log.view?.deadline && isAsked(log.view)); // so is who wishes so, or whose clock runs
    if (document.hidden) this.cut();
    else if (isBehind || (isFree && this.#queue.length)) this.cut(true);
    else if (this.isHolding || this.#queue.length) this.#hurry();
    else this.#show(this.beat, [], false);
  }

  /** Go on, sooner if the queue has become too long. */
  #hurry() {
    const sum = (/** @type {Beat[]} */ beats) => beats.reduce((total, { ms }) => total + ms, 0);
    for (const beat of this.#queue) beat.ms = beat.full * speed();
    const lines = this.#queue.filter((beat) => !isGoal(beat));
    const part = Math.min(1, Math.max(0, LONGEST_MS - sum(this.#queue.filter(isGoal))) / sum(lines));
    for (const beat of lines) beat.ms = Math.max(Math.min(beat.ms, LEAST_MS), beat.ms * part);
    if (sum(this.#queue) > MOST_MS) this.cut(true);
    else if (!this.isHolding && isGoal(this.beat)) this.#show(this.beat, []); // what follows waits for its end
    else if (!this.isHolding) this.next();
  }
}
