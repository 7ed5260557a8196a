import { visibleText } from "./visibleText.ts"

/** Line breaks and tabs become a space; every other control character is removed. */
const breaks = /[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]+/gu
const controls = /\p{Cc}/gu
/** Matches almost every name: ASCII, starting and ending with a visible character. Nothing has to be removed. */
const plain = /^[!-~](?:[ -~]*[!-~])?$/

/**
 * A short name as stored and compared: one line, trimmed, without control, direction and other invisible characters and
 * without unpaired surrogates, so that names which look the same are equal. "" if nothing visible is left.
 */
export const nameText = (text: string): string =>
  text === "" || plain.test(text) ? text : visibleText(text.normalize().replace(breaks, " ").replace(controls, ""))
