import { visibleText } from "./visibleText.ts"

/** Line breaks and tabs become a space; every other control character goes. */
const breaks = /[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]+/gu
const controls = /\p{Cc}/gu
/** What nearly every name is: ASCII from the first visible character to the last. There is nothing to take out of it. */
const plain = /^[!-~](?:[ -~]*[!-~])?$/

/**
 * A short name as it is kept and compared: one line, without space around it and without control, direction and other
 * invisible characters, so that names which look alike are alike. "" where nothing visible is left.
 */
export const nameText = (text: string): string =>
  text === "" || plain.test(text) ? text : visibleText(text.replace(breaks, " ").replace(controls, ""))
