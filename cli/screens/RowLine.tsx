import { Box, Text } from "ink"
import type { ReactNode } from "react"
import type { Range } from "#core/base/search/needle.ts"
import { oneLine } from "#cli/output/ansi.ts"
import { displayWidth } from "#cli/output/displayWidth.ts"
import type { PaletteRow } from "./paletteRows.ts"

interface RowLineProps {
  readonly row: PaletteRow
  readonly selected: boolean
  /** The width of the terminal. */
  readonly columns: number
}

/**
 * One row on one line: a mark if it is selected, its title, and in the rest its context, or a lock symbol with the reason if it
 * is refused.
 */
export const RowLine = ({ row, selected, columns }: RowLineProps) => {
  const title = oneLine(row.title)
  const width = Math.min(columns, displayWidth(title) + 2)
  return (
    <Box>
      <Box flexShrink={0} width={width}>
        <Text dimColor={row.refusal !== null} bold={selected} wrap="truncate-end">
          {selected ? "▸ " : "  "}
          {marked(title, row.marks)}
        </Text>
      </Box>
      {columns - width < leastContext ? null : (
        <Text dimColor wrap="truncate-end">
          {"  "}
          {oneLine(row.refusal === null ? row.context : `⚿ ${row.refusal}`)}
        </Text>
      )}
    </Box>
  )
}

/** The fewest columns in which a context says something. */
const leastContext = 6

const marked = (title: string, marks: ReadonlyArray<Range>): ReactNode => {
  const parts: Array<ReactNode> = []
  let at = 0
  for (const { start, end } of marks) {
    parts.push(
      title.slice(at, start),
      <Text key={start} underline>
        {title.slice(start, end)}
      </Text>
    )
    at = end
  }
  return [...parts, title.slice(at)]
}
