import { displayWidth } from "./displayWidth.ts"

/** The longest prefix of a text that fits into a number of columns; at least one character. */
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

/** Wraps a line at spaces, or inside a word that is too long. */
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

/**
 * Wraps the lines of a message; without a width it stays as it is. A command at the end of a line stays whole, so that it can be
 * copied.
 */
export const wrappedMessage = (message: string, columns: number | null): string =>
  columns === null
    ? message
    : message
        .split("\n")
        .flatMap((line) => {
          const at = line.search(/(?<=: )(?:npx )?lockdesk /)
          return displayWidth(line) <= columns || at === -1
            ? wrapped(line, columns)
            : [...wrapped(line.slice(0, at).trimEnd(), columns), line.slice(at)]
        })
        .join("\n")
