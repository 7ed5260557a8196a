// The patterns are inside the functions because compiling Unicode classes takes 1% of the start of a command.

/**
 * Whether a text has nothing that a reader could see: only spaces, line breaks, controls, format characters such as the
 * zero-width space, fillers, and the empty Braille cell. A required text must have something.
 */
export const isBlank = (text: string): boolean =>
  !/[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

/** A text without its invisible format characters and without space around it; "" where nothing visible is left. */
export const visibleText = (text: string): string =>
  isBlank(text) ? "" : text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "").trim()
