import { Box, Text } from "ink"
import type { ReactNode } from "react"
import type { Range } from "#core/base/search/needle.ts"
import { oneLine } from "#cli/output/ansi.ts"
import type { PaletteRow } from "./paletteRows.ts"

/** One row: a mark if it is selected, its title, its context, and a lock symbol with the reason if it is refused. */
export const RowLine = ({ row, selected }: { readonly row: PaletteRow; readonly selected: boolean }) => (
  <Box>
    <Box flexShrink={0}>
      <Text bold={selected}>{selected ? "▸ " : "  "}</Text>
      <Text dimColor={row.refusal !== null} bold={selected}>
        {marked(oneLine(row.title), row.marks)}
      </Text>
    </Box>
    <Text dimColor wrap="truncate-end">
      {"  "}
      {oneLine(row.refusal === null ? row.context : `⚿ ${row.refusal}`)}
    </Text>
  </Box>
)

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
