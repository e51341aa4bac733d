// The host that shows this page in a frame of a chat: JSON-RPC by postMessage, as SEP-1865 says. By hand, as the npm package for it has 541 kB.

const ANSWERED = ["ping", "ui/resource-teardown"];

export class Host {
  /** @type {Map<number, {resolve: (result: any) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();
  #last = 0;

  /** @param {Record<string, (params: any) => void>} heard what to do with its notifications, by their methods */
  constructor(heard) {
    addEventListener("message", ({ source, data }) => {
      if (source !== parent || data?.jsonrpc !== "2.0") return;
      const { id, method, params = {}, result, error } = data;
      if (method === undefined) {
        const waiting = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (error) waiting?.reject(new Error(error.message));
        else waiting?.resolve(result);
      } else if (id === undefined) heard[method]?.(params);
      else this.#send(ANSWERED.includes(method) ? { id, result: {} } : { id, error: { code: -32601, message: `no method ${method}` } });
    });
  }

  /** @param {string} method @param {object} params @returns {Promise<any>} the result; throws what the host refuses */
  ask(method, params) {
    const id = ++this.#last;
    this.#send({ id, method, params });
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** @param {string} method @param {object} params */
  tell(method, params) {
    this.#send({ method, params });
  }

  /** @param {object} message */
  #send(message) {
    parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  }
}
