import { displayWidth } from "./displayWidth.ts"

/** The longest beginning of a text that fits into so many columns; one character at least. */
const beginning = (text: string, columns: number): string => {
  let kept = ""
  let width = 0
  for (const char of text) {
    width += displayWidth(char)
    if (width > columns && kept !== "") break
    kept += char
  }
  return kept
}

/** A line as lines of so many columns at most: broken at blanks, or hard where a word is longer than that. */
export const wrapped = (line: string, columns: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let rest = line
  while (displayWidth(rest) > columns) {
    const head = beginning(rest, columns)
    const lastBlank = /^\s/.test(rest.slice(head.length)) ? head.length : head.search(/\s\S*$/)
    const end = head.slice(0, Math.max(0, lastBlank)).trim() === "" ? head.length : lastBlank
    lines.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return rest === "" && lines.length > 0 ? lines : [...lines, rest]
}
