import { longText, shortText } from "#core/base/shortText.ts"

/** Texts that are longer may be cut off, so they are said whole by a tooltip, in characters (001 §9). */
const tipOver = 10

interface GridTextProps {
  readonly text: string | null | undefined
  /** Another length to begin at: 15 for names of facilities. */
  readonly over?: number
}

/** A text in a cell: a long one is cut off, and said whole by a tooltip; `--` where there is none. */
export const GridText = ({ text, over = tipOver }: GridTextProps) =>
  text == null || text === "" ? (
    <span className="faint">--</span>
  ) : (
    <span title={text.length > over ? text : undefined}>{shortText(text, longText)}</span>
  )
