/** A quoted part, an escaped character, or plain text; an open quote ends at the end of the line. */
const parts = /'([^']*)'?|"((?:\\.|[^"\\])*)"?|\\(.?)|([^\s'"\\]+)|\s+/gsu

/** Splits a line into words like a POSIX shell: at spaces outside of quotes and backslashes. */
export const shellWords = (line: string): ReadonlyArray<string> => {
  const words: Array<string> = []
  let word: string | null = null
  for (const [part, single, double, escaped, plain] of line.matchAll(parts)) {
    if (/^\s/.test(part)) {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? "") + (single ?? double?.replaceAll(/\\(["\\$`])/g, "$1") ?? escaped ?? plain ?? "")
  }
  return word === null ? words : [...words, word]
}
