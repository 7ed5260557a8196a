// The patterns are inside the functions because compiling Unicode classes takes 1% of a command's startup time.

/**
 * Whether a text shows nothing: only spaces, line breaks, control characters, format characters such as the zero-width space,
 * unpaired surrogates, fillers, and the empty Braille cell. Required texts must show something.
 */
export const isBlank = (text: string): boolean =>
  !/[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

/** A text without invisible format characters and unpaired surrogates, trimmed; "" if nothing visible is left. */
export const visibleText = (text: string): string =>
  isBlank(text) ? "" : text.replace(/[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu, "").trim()
