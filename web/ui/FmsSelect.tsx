import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import { SelectField, type SelectFieldProps } from "./SelectField.tsx"

interface FmsSelectProps extends Omit<SelectFieldProps<FmsId>, "value" | "choices" | "onChoose"> {
  /** -1 while none is selected (001 §5). */
  readonly value: FmsId | -1
  readonly onChoose: (software: FmsId) => void
  readonly choices: ReadonlyArray<FmsId>
}

/** Selects an FMS. */
export const FmsSelect = ({ value, onChoose, choices, ...field }: FmsSelectProps) => (
  <SelectField
    {...field}
    value={value}
    choices={[
      ...(value === -1 ? [{ value, label: "Choose the software" }] : []),
      ...choices.map((choice) => ({ value: choice, label: Fms.label(choice) }))
    ]}
    onChoose={(chosen) => {
      if (chosen !== -1) onChoose(chosen)
    }}
  />
)
