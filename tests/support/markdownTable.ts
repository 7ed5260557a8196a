/** Rows of a table in the form `| a | b |`, cells trimmed; the line under the header is left out. */
export const tableRows = (text: string): ReadonlyArray<ReadonlyArray<string>> =>
  text
    .trim()
    .split("\n")
    .filter((line) => !/^\s*\|[-|\s]+\|\s*$/.test(line))
    .map((line) =>
      line
        .trim()
        .replace(/^\||\|$/g, "")
        .split("|")
        .map((cell) => cell.trim())
    )
