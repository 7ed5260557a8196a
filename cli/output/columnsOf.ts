/** The width of a terminal that does not report one. */
const usualColumns = 80

/** The width of a stream at a terminal, or `wanted` (COLUMNS) instead; null for a pipe or file. */
export const columnsOf = (
  { isTTY, columns }: Pick<NodeJS.WriteStream, "isTTY" | "columns">,
  wanted: number | null
): number | null => (isTTY ? (wanted ?? (columns || usualColumns)) : null)
