import { Box, Text, useWindowSize } from "ink"
import { useMemo, useState } from "react"
import { wrapped } from "#cli/output/wrapped.ts"
import { useKeys } from "./useKeys.ts"

interface ResultPageProps {
  readonly title: string
  readonly lines: ReadonlyArray<string>
  readonly onBack: () => void
}

/** A command's output, wrapped and cut to the height of the screen; arrow and page keys scroll. */
export const ResultPage = ({ title, lines: whole, onBack }: ResultPageProps) => {
  const { rows, columns } = useWindowSize()
  const height = Math.max(3, rows - 4)
  const lines = useMemo(() => whole.flatMap((line) => wrapped(line, columns)), [whole, columns])
  const [start, setFirst] = useState(0)
  const last = Math.max(0, lines.length - height)
  const first = Math.min(start, last)
  const go = (to: number) => setFirst(Math.min(last, Math.max(0, to)))
  useKeys(
    ({ name }) => {
      if (name === "escape" || name === "return" || name === "backspace" || name === "left") return onBack()
      if (name === "down") return go(first + 1)
      if (name === "up") return go(first - 1)
      if (name === "pageDown") return go(first + height)
      if (name === "pageUp") return go(first - height)
      if (name === "home") return go(0)
      if (name === "end") return go(last)
    },
    { fresh: true }
  )
  const shown = lines.slice(first, first + height)
  return (
    <Box flexDirection="column">
      <Text bold>{title}</Text>
      {shown.map((line, index) => (
        <Text key={first + index} wrap="truncate-end">
          {line === "" ? " " : line}
        </Text>
      ))}
      <Text dimColor>
        {lines.length > height ? `${first + 1} to ${first + shown.length} of ${lines.length} · ↑↓ PgUp PgDn · ` : ""}
        Esc back
      </Text>
    </Box>
  )
}
