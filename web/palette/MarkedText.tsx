import type { Range } from "#core/base/search/needle.ts"
import type { Marked } from "./PaletteRow.ts"

/** A text with its matching letters highlighted. */
export const MarkedText = ({ text, marks }: Marked) => {
  if (marks.length === 0) return text
  const parts = marks.flatMap(({ start, end }, at) => [
    text.slice(marks[at - 1]?.end ?? 0, start),
    <mark key={start}>{text.slice(start, end)}</mark>
  ])
  return [...parts, text.slice(marks.at(-1)?.end ?? 0)]
}

const within = (marks: ReadonlyArray<Range>, from: number, to: number): ReadonlyArray<Range> =>
  marks
    .map(({ start, end }) => ({ start: Math.max(start, from) - from, end: Math.min(end, to) - from }))
    .filter(({ start, end }) => start < end)

/** A serial code in two groups of four, with its matching digits highlighted. */
export const MarkedSerial = ({ text, marks }: Marked) => (
  <span className="code serial">
    <span className="group">
      <MarkedText text={text.slice(0, 4)} marks={within(marks, 0, 4)} />
    </span>
    <span className="group">
      <MarkedText text={text.slice(4)} marks={within(marks, 4, 8)} />
    </span>
  </span>
)
