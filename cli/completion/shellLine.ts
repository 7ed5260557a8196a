/** A command line up to the cursor, as a POSIX shell reads it. */
export interface ShellLine {
  /** The complete words, without their quotes. */
  readonly words: ReadonlyArray<string>
  /** The word at the cursor. */
  readonly current: ShellWord
}

/** A word that is being typed. */
export interface ShellWord {
  /** Without its quotes. */
  readonly text: string
  /**
   * The beginning of `text` that the shell leaves alone: it replaces only what follows the last break character, or an open
   * quote.
   */
  readonly kept: string
  /** The open quote at its end, if there is one. */
  readonly quote: "" | "'" | '"'
}

/**
 * Reads a line. `breaks` are the characters that separate words for completion only, as in bash's COMP_WORDBREAKS: it completes
 * `--status=Lo` after the equals sign.
 */
export const shellLine = (line: string, breaks: string): ShellLine => {
  const words: Array<string> = []
  let text = ""
  let kept = ""
  let quote: ShellWord["quote"] = ""
  let isWord = false
  const characters = [...line]
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? ""
    const next = characters[at + 1]
    if (quote === "" && /\s/.test(character)) {
      if (isWord) words.push(text)
      text = kept = ""
      isWord = false
      continue
    }
    isWord = true
    if (character === quote) {
      quote = ""
      kept = text
    } else if (quote === "" && (character === "'" || character === '"')) {
      quote = character
      kept = text
    } else if (character === "\\" && next !== undefined && (quote === "" || (quote === '"' && /["\\$`]/.test(next)))) {
      text += next
      at++
    } else {
      // Bash completes host names with their @, so it replaces that, too.
      if (quote === "" && character === "@" && breaks.includes(character)) kept = text
      text += character
      if (quote === "" && character !== "@" && breaks.includes(character)) kept = text
    }
  }
  return { words, current: { text, kept, quote } }
}

/** How a text continues a word, quoted like the word. */
export const quotedLike = ({ quote }: Pick<ShellWord, "quote">, text: string): string => {
  if (quote === "'") return text.replaceAll("'", "'\\''")
  if (quote === '"') return text.replaceAll(/["\\$`]/g, "\\$&")
  return text.replaceAll(/[^\p{L}\p{N}\p{M}_@%+=:,./-]/gu, "\\$&")
}
