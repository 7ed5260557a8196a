// The patterns stand in the functions: making one of Unicode's classes takes as long as a hundredth of a command's start.

/**
 * Whether a text has nothing that a reader could see: only spaces, line breaks, controls, format characters such as the
 * zero-width space, fillers, and the empty Braille cell. A required text must have something.
 */
export const isBlank = (text: string): boolean =>
  !/[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

/** A text without its invisible format characters and without space around it; "" where nothing visible is left. */
export const visibleText = (text: string): string =>
  isBlank(text) ? "" : text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "").trim()
