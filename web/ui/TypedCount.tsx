import { countText } from "#core/base/countText.ts"
import { CommandForm } from "./CommandForm.tsx"
import { TextField } from "./TextField.tsx"

interface TypedCountProps {
  /** Number of items to change. */
  readonly count: number
  readonly text: string
  readonly onText: (text: string) => void
}

/** Field to type the count before a large change (PRODUCT: large ones need the count typed). */
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

/** The field in a question (`ConfirmDialog`), where Enter in it confirms. */
export const TypedCountForm = (props: TypedCountProps) => (
  <CommandForm>
    <TypedCount {...props} />
  </CommandForm>
)

/** Whether the text is the number, with or without thousands separators. */
export const isTyped = (text: string, count: number): boolean => text.replace(/[,\s]/g, "") === String(count)

/** Focuses the field. */
export const goToTypedCount = (): void => document.querySelector<HTMLInputElement>("#typed-count input")?.focus()
