// Whose turn it is, where nobody looks at the page: the icon of the tab, and a notification if the player asked for them.

import usual from "../icon.svg";
import asking from "../icon-turn.svg";
import { useEffect } from "./html.js";
import { saved } from "./saved.js";

const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));

/** Browsers have notifications only on pages from https or this machine. */
export const canNotify = () => "Notification" in globalThis && globalThis.isSecureContext;

/** Whether the player wants to be notified, and the browser allows it. */
export const isNotified = () => canNotify() && saved.settings.alerts && Notification.permission === "granted";

/** @param {boolean} wanted */
export async function wantNotifications(wanted) {
  const isAllowed = wanted && (await Notification.requestPermission()) === "granted";
  saved.set({ alerts: isAllowed });
}

/** The player is asked for something; empty if not. @param {string} what @param {string} id of the game */
export function useAttention(what, id) {
  useEffect(() => {
    if (icon) icon.href = what ? asking : usual;
    if (!what || !document.hidden || !isNotified()) return undefined;
    /** @type {Notification | undefined} */
    let note;
    try {
      note = new Notification("Faceoff", { body: what, tag: id, icon: usual });
      note.onclick = () => {
        window.focus();
        note?.close();
      };
    } catch {
      // browsers of phones have them for service workers alone
    }
    return () => note?.close();
  }, [what, id]);
  useEffect(() => () => void (icon && (icon.href = usual)), []);
}
