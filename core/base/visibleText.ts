// The patterns are inside the functions because compiling Unicode classes takes 1% of a command's startup time.

/**
 * Whether a text shows nothing: only spaces, line breaks, control characters, format characters such as the zero-width space,
 * unpaired surrogates, fillers, and the empty Braille cell. Required texts must show something.
 */
export const isBlank = (text: string): boolean =>
  !/[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

/**
 * A text without invisible format characters and unpaired surrogates, trimmed; "" if nothing visible is left. Joiners stay
 * between letters of scripts that spell with them, such as Persian and Hindi (U+0600 to U+1DFF), and within an emoji.
 */
export const visibleText = (text: string): string =>
  isBlank(text)
    ? ""
    : text
        .replace(
          /(?!(?<=[\u0600-\u1dff\p{ExtPict}\p{EMod}\ufe0f])[\u200c\u200d][\u0600-\u1dff\p{ExtPict}\p{EMod}\ufe0f])[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu,
          ""
        )
        .trim()
