/** @import { Schemas } from "./types.js" */

/** Base of all errors of this package. */
export class FaceoffError extends Error {
  get name() {
    return this.constructor.name;
  }
}

/** The service refused a request. Programs use `code`, such as `move/illegal`; `detail` is for people. */
export class Problem extends FaceoffError {
  /**
   * @param {Partial<Schemas["Problem"]>} body problem details of RFC 9457
   * @param {number} status
   * @param {number} [retryAfterS] seconds after which the service asks to try again
   */
  constructor(body, status, retryAfterS) {
    super(`${body.detail || body.title} (${body.code})`, { cause: body }); // what remains where an error is copied, as by postMessage
    this.status = status;
    this.retryAfterS = retryAfterS;
    this.code = body.code ?? "";
    this.title = body.title ?? "";
    this.detail = body.detail ?? "";
    /** The invalid fields of the request, each with its JSON pointer. */
    this.errors = body.errors ?? [];
    /** The rule of the game that a move breaks, such as `2.3`. */
    this.rule = body.rule;
    this.ruleUrl = body.rule_url;
    this.requestId = body.request_id ?? "";
  }

  /** All of the answer. */
  get body() {
    return /** @type {Partial<Schemas["Problem"]>} */ (this.cause);
  }

  /** The current view of the game, where a move came too late (`move/stale`). @returns {Schemas["Game"] | undefined} */
  get view() {
    return this.body.view;
  }

  /** What JSON.stringify writes; `new Problem(body, status, retryAfterS)` makes the same of it again. */
  toJSON() {
    const { name, message, body, status, retryAfterS } = this;
    return { name, message, body, status, retryAfterS };
  }
}

/** No response, or not that of a Faceoff service. Unless the request could be repeated safely, it may have been carried out. */
export class Unreachable extends FaceoffError {
  /** @param {string} message @param {boolean} [isElsewhere] something other than a Faceoff service answers @param {number} [retryAfterS] */
  constructor(message, isElsewhere = false, retryAfterS) {
    super(message);
    this.isElsewhere = isElsewhere;
    this.retryAfterS = retryAfterS;
  }
}

/** A suggestion or a match ended without a result: it failed, or it was cancelled. */
export class Failed extends FaceoffError {}
