import { Text, useInput } from "ink"
import { useTyped } from "./useTyped.ts"

interface TextFieldProps {
  readonly label: string
  readonly hidden?: boolean
  readonly onEnter: (text: string) => void
  /** Esc, or Backspace where there is nothing left to take back. */
  readonly onBack: () => void
}

/** One line that is typed into. */
export const TextField = ({ label, hidden = false, onEnter, onBack }: TextFieldProps) => {
  const typed = useTyped()
  useInput((input, key) => {
    if (key.return) return onEnter(typed.read())
    if (key.escape) return onBack()
    if (key.backspace || key.delete) return typed.read() === "" ? onBack() : typed.takeBack()
    if (key.ctrl && input === "u") return typed.write("")
    if (!key.ctrl && !key.meta && input !== "" && !key.tab) typed.add(input)
  })
  return (
    <Text>
      {label}: {hidden ? "•".repeat([...typed.text].length) : typed.text}
      <Text inverse> </Text>
    </Text>
  )
}
