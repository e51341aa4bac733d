// What forms, menus and tables of words are made of.

import { html, useRef, useState } from "../app/html.js";
import { t } from "../language/index.js";

/**
 * One of several values.
 * @param {{value: string | number, choices: readonly (readonly (string | number | undefined)[])[], set: (value: string) => void, disabled?: boolean}} props
 *   `choices`: each a value, its words, and their language if it is their own
 */
export const Select = ({ value, choices, set, disabled = false }) =>
  html`<select value=${value} disabled=${disabled} onChange=${(/** @type {any} */ event) => set(event.target.value)}>
    ${choices.map(([key, words, lang]) => html`<option key=${key} value=${key} lang=${lang}>${words}</option>`)}
  </select>`;

/** @param {{checked: boolean, set: (isChecked: boolean) => unknown}} props */
export const Check = ({ checked, set }) => html`<input type="checkbox" checked=${checked} onChange=${(/** @type {any} */ event) => set(event.target.checked)} />`;

/** One of the values with a name, in words. @param {{name: string, isChosen: boolean, choose: () => void, children?: unknown}} props */
export const Radio = ({ name, isChosen, choose, children }) => html`<label class="check"><input type="radio" name=${name} checked=${isChosen} onChange=${choose} /> ${children}</label>`;

/** An input, and next to it what it is about. @param {{title: unknown, text: unknown, children?: unknown}} props */
export const Option = ({ title, text, children }) =>
  html`<label class="option">
    <span><strong>${title}</strong><br /><span class="small">${text}</span></span>
    ${children}
  </label>`;

/** The first of the columns has what each row is about. @param {{columns: unknown[], rows: unknown[][], class?: string}} props */
export const Table = ({ columns, rows, class: more = "" }) =>
  html`<table class=${more}>
    <thead><tr>${columns.map((title) => (title ? html`<th scope="col">${title}</th>` : html`<td></td>`))}</tr></thead>
    <tbody>${rows.map(([title, ...cells]) => html`<tr><th scope="row">${title}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
  </table>`;

/** A button that asks first. @param {{label: unknown, question: string, act: () => void, [attribute: string]: unknown}} props */
export function Confirmed({ label, question, act, ...attributes }) {
  const [isAsked, ask] = useState(false);
  if (!isAsked) return html`<button onClick=${() => ask(true)} ...${attributes}>${label}</button>`;
  return html`<span class="buttons" role="group" aria-label=${question}>
    ${question} <button class="danger" onClick=${act}>${t("yes")}</button>
    <button ref=${(/** @type {HTMLElement | null} */ no) => no?.focus()} onClick=${() => ask(false)}>${t("no")}</button>
  </span>`;
}

/** The button of a menu, and the menu, which is made anew whenever it is opened. @param {{content: (close: () => void) => unknown}} props */
export function Menu({ content }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [opened, count] = useState(0);
  const close = () => dialog.current?.close();
  const open = () => {
    count(opened + 1);
    dialog.current?.showModal();
  };
  return html`<button aria-haspopup="dialog" onClick=${open}>${t("menu")}</button>
    <dialog ref=${dialog} aria-label=${t("menu")} onClick=${(/** @type {Event} */ { target }) => target === dialog.current && close()}>
      <div key=${opened} class="menu-sheet">
        ${opened > 0 && content(close)}
        <p><button class="main" onClick=${close}>${t("close")}</button></p>
      </div>
    </dialog>`;
}
