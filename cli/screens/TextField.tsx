import { Text } from "ink"
import { useRef } from "react"
import { type DigitBurst, nextBurst } from "#core/commands/digitBurst.ts"
import { useKeys } from "./useKeys.ts"
import { useTyped } from "./useTyped.ts"

interface TextFieldProps {
  readonly label: string
  /** The initial text. */
  readonly start?: string
  readonly hidden?: boolean
  /** Ignores keys typed before it was shown. */
  readonly fresh?: boolean
  readonly onEnter: (text: string) => void
  /** Esc, or Backspace in an empty field. */
  readonly onBack: () => void
  /** Gets a scanner's eight digits and any digits after them as a serial code. Without it they are text. */
  readonly onSerial?: ((digits: string) => void) | undefined
}

/** A single-line text field. */
export const TextField = ({
  label,
  start = "",
  hidden = false,
  fresh = false,
  onEnter,
  onBack,
  onSerial
}: TextFieldProps) => {
  const typed = useTyped(start)
  const burst = useRef<DigitBurst | null>(null)
  const add = (text: string) => {
    const now = performance.now()
    for (const letter of text) burst.current = nextBurst(burst.current, letter, now)
    const digits = burst.current?.digits ?? ""
    if (onSerial !== undefined && digits.length >= 8) onSerial(digits)
    else typed.add(text)
  }
  useKeys(
    ({ name, text }) => {
      if (name === "return") return onEnter(typed.read())
      if (name === "escape") return onBack()
      if (name === "backspace" || name === "delete") return typed.read() === "" ? onBack() : typed.takeBack()
      if (name === "ctrl" && text === "u") return typed.write("")
      if (name === null) add(text)
    },
    { fresh }
  )
  return (
    <Text>
      {label}: {hidden ? "•".repeat([...typed.text].length) : typed.text}
      <Text inverse> </Text>
    </Text>
  )
}
