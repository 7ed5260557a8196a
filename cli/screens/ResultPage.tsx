import { Box, Text, useInput, useWindowSize } from "ink"
import { useState } from "react"

interface ResultPageProps {
  readonly title: string
  readonly lines: ReadonlyArray<string>
  readonly onBack: () => void
}

/** What a command answered, as far as the screen is high; arrows and pages move in it. */
export const ResultPage = ({ title, lines, onBack }: ResultPageProps) => {
  const { rows } = useWindowSize()
  const height = Math.max(3, rows - 4)
  const [first, setFirst] = useState(0)
  const last = Math.max(0, lines.length - height)
  const go = (to: number) => setFirst(Math.min(last, Math.max(0, to)))
  useInput((_text, key) => {
    if (key.escape || key.return || key.backspace || key.leftArrow) return onBack()
    if (key.downArrow) return go(first + 1)
    if (key.upArrow) return go(first - 1)
    if (key.pageDown) return go(first + height)
    if (key.pageUp) return go(first - height)
    if (key.home) return go(0)
    if (key.end) return go(last)
  })
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
        Esc goes back
      </Text>
    </Box>
  )
}
