import { phoneDigits, phoneShown } from "#core/facilities/phone.ts"
import { TextField } from "#web/ui/TextField.tsx"

/** Characters of a formatted phone number (001 §5). */
const shownLength = 14

interface PhoneFieldProps {
  readonly label: string
  /** Digits only. */
  readonly value: string
  readonly onDigits: (digits: string) => void
  readonly issue: string | undefined
  readonly required?: boolean
}

/** A phone number field. It takes up to ten digits and formats them. */
export const PhoneField = ({ label, value, onDigits, issue, required = false }: PhoneFieldProps) => (
  <TextField
    label={label}
    type="tel"
    inputMode="tel"
    autoComplete="off"
    placeholder="(555) 010-0200"
    // Leave room for pasted punctuation and a country code.
    maxLength={shownLength + 6}
    value={phoneShown(value)}
    onText={(text) => {
      const digits = phoneDigits(text)
      // Deleting a formatting character also deletes the digit before it; otherwise the character would reappear at
      // once.
      onDigits(digits === value && text.length < phoneShown(value).length ? value.slice(0, -1) : digits)
    }}
    issue={issue}
    aria-required={required}
  />
)
