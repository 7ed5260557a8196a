// The patterns are inside the functions because compiling Unicode classes takes 1% of a command's startup time.

/**
 * Whether a text shows nothing: only spaces, line breaks, control characters, format characters such as the zero-width space,
 * unpaired surrogates, fillers, and the empty Braille cell. Required texts must show something.
 */
export const isBlank = (text: string): boolean =>
  !/[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

/** Letters of scripts that spell with joiners, such as Persian and Hindi (U+0600 to U+1DFF), and the parts of an emoji. */
const joinable = String.raw`[\u0600-\u1dff\p{ExtPict}\p{EMod}\ufe0f]`

/** Invisible format characters, except joiners between such letters or parts, and unpaired surrogates. */
const invisible = new RegExp(
  String.raw`(?!(?<=${joinable})[\u200c\u200d]${joinable})[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]`,
  "gu"
)

/** A text without invisible characters, trimmed; "" if nothing visible is left. */
export const visibleText = (text: string): string => (isBlank(text) ? "" : text.replace(invisible, "").trim())
