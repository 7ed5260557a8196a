import { phoneDigits, phoneShown } from "#core/facilities/phone.ts"
import { TextField } from "#web/ui/TextField.tsx"

/** As many characters as a phone number is shown with (001 §5). */
const shownLength = 14

interface PhoneFieldProps {
  readonly label: string
  /** Digits alone. */
  readonly value: string
  readonly onDigits: (digits: string) => void
  readonly issue: string | undefined
  readonly required?: boolean
}

/** A phone number: digits are taken, up to ten, and shown as people write them. */
export const PhoneField = ({ label, value, onDigits, issue, required = false }: PhoneFieldProps) => (
  <TextField
    label={label}
    type="tel"
    inputMode="tel"
    autoComplete="off"
    placeholder="(555) 010-0200"
    // What is pasted may carry signs and a country code besides.
    maxLength={shownLength + 6}
    value={phoneShown(value)}
    onText={(text) => {
      const digits = phoneDigits(text)
      // A sign that was deleted takes the digit before it along: else it would come back at once.
      onDigits(digits === value && text.length < phoneShown(value).length ? value.slice(0, -1) : digits)
    }}
    issue={issue}
    aria-required={required}
  />
)
