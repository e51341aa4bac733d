// The options of a game as a form, made of their schemas.

import { html } from "../app/html.js";
import { Check, Option, Select } from "./fields.js";

/** @typedef {Record<string, any>} Values */

/** The display name of a value. @param {Values} schema @param {unknown} value @returns {string} */
const titleOf = ({ oneOf = [] }, value) => oneOf.find((/** @type {Values} */ one) => one.const === value)?.title ?? String(value);

/** The values that differ from those of the preset. @param {Values} values @param {Values} preset */
export function changesOf(values, preset) {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(preset[name])));
}

/** @param {{schemas: Values, values: Values, change: (values: Values) => void}} props */
export function Options({ schemas, values, change }) {
  return Object.entries(schemas).map(
    ([name, schema]) =>
      html`<${Option} key=${name} title=${schema.title} text=${schema.description}>
        <${Input} schema=${schema} value=${values[name]} set=${(/** @type {any} */ value) => change({ ...values, [name]: value })} />
      <//>`,
  );
}

/** @param {{schema: Values, value: any, set: (value: any) => void}} props */
function Input({ schema, value, set }) {
  if (schema.type === "boolean") return html`<${Check} checked=${value} set=${set} />`;
  if (schema.enum) {
    const chosen = (/** @type {string} */ text) => set(schema.enum.find((/** @type {any} */ one) => String(one) === text));
    return html`<${Select} value=${String(value)} choices=${schema.enum.map((/** @type {any} */ one) => [String(one), titleOf(schema, one)])} set=${chosen} />`;
  }
  const isList = schema.type === "array";
  const isNumber = (schema.items ?? schema).type === "integer";
  const change = (/** @type {any} */ { target }) => {
    const parts = (isList ? target.value.split(/[\s,]+/).filter(Boolean) : [target.value]).map(isNumber ? Number : String);
    set(isList ? parts : parts[0]);
  };
  return html`<input type=${isNumber && !isList ? "number" : undefined} min=${schema.minimum} max=${schema.maximum} value=${isList ? (value ?? []).join(" ") : value} onChange=${change} />`;
}
