import { countText } from "#core/base/countText.ts"
import { TextField } from "./TextField.tsx"

interface TypedCountProps {
  /** How many things would be changed. */
  readonly count: number
  readonly text: string
  readonly onText: (text: string) => void
}

/** Where the number of a large change is typed before it is made (PRODUCT: large ones need the count typed). */
export const TypedCount = ({ count, text, onText }: TypedCountProps) => (
  <div id="typed-count">
    <TextField
      label={`Type ${countText(count)} to confirm`}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      onText={onText}
    />
  </div>
)

/** Whether it is the number, with or without the commas of thousands. */
export const isTyped = (text: string, count: number): boolean => text.replace(/[,\s]/g, "") === String(count)

/** Leads to where it is typed. */
export const goToTypedCount = (): void => document.querySelector<HTMLInputElement>("#typed-count input")?.focus()
