/**
 * Characters that leave no mark on a screen: spaces, line breaks, controls, format characters such as the zero-width
 * space, fillers, and the empty Braille cell.
 */
const unseen = "\\p{Z}\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800"
const seen = new RegExp(`[^${unseen}]`, "u")
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Whether a text has nothing that a reader could see. A required text must have something. */
export const isBlank = (text: string): boolean => !seen.test(text)

/** A text without its invisible format characters and without space around it; "" where nothing visible is left. */
export const visibleText = (text: string): string => (isBlank(text) ? "" : text.replace(invisible, "").trim())
