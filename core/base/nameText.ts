import { visibleText } from "./visibleText.ts"

/** Line breaks and tabs become a space; every other control character goes. */
const breaks = /[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]+/gu
const controls = /\p{Cc}/gu

/**
 * A short name as it is kept and compared: one line, without space around it and without control, direction and other
 * invisible characters, so that names which look alike are alike. "" where nothing visible is left.
 */
export const nameText = (text: string): string => visibleText(text.replace(breaks, " ").replace(controls, ""))
