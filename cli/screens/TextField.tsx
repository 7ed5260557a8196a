import { Text } from "ink"
import { useKeys } from "./useKeys.ts"
import { useTyped } from "./useTyped.ts"

interface TextFieldProps {
  readonly label: string
  readonly hidden?: boolean
  /** What was typed before it was shown is not for it. */
  readonly fresh?: boolean
  readonly onEnter: (text: string) => void
  /** Esc, or Backspace where there is nothing left to take back. */
  readonly onBack: () => void
}

/** One line that is typed into. */
export const TextField = ({ label, hidden = false, fresh = false, onEnter, onBack }: TextFieldProps) => {
  const typed = useTyped()
  useKeys(
    ({ name, text }) => {
      if (name === "return") return onEnter(typed.read())
      if (name === "escape") return onBack()
      if (name === "backspace" || name === "delete") return typed.read() === "" ? onBack() : typed.takeBack()
      if (name === "ctrl" && text === "u") return typed.write("")
      if (name === null) typed.add(text)
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
