import { longText, shortText } from "#core/base/shortText.ts"

/** Longer texts get a tooltip because they may be truncated, in characters (001 §9). */
const tipOver = 10

interface GridTextProps {
  readonly text: string | null | undefined
  /** A different length: 15 for facility names. */
  readonly over?: number
}

/** A text in a cell, truncated with a tooltip if long; `--` if empty. */
export const GridText = ({ text, over = tipOver }: GridTextProps) =>
  text == null || text === "" ? (
    <span className="faint">--</span>
  ) : (
    <span title={text.length > over ? text : undefined}>{shortText(text, longText)}</span>
  )
