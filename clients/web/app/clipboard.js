// Copying, also on a page from plain http, where browsers offer no clipboard.

/** Whether the text is on the clipboard now. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true, className: "unseen" });
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    focused?.focus();
    return isCopied;
  }
}
