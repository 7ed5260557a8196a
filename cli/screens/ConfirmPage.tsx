import { Box, Text } from "ink"
import type { ReactNode } from "react"
import { useKeys } from "./useKeys.ts"

interface ConfirmPageProps {
  readonly title: string
  /** The consequence, in full sentences. */
  readonly text: string
  readonly onYes: () => void
  readonly onBack: () => void
  /** The plan above it. */
  readonly children?: ReactNode
}

/** Shows what a command will do, and waits for a second Enter. */
export const ConfirmPage = ({ title, text, onYes, onBack, children }: ConfirmPageProps) => {
  useKeys(
    ({ name }) => {
      if (name === "return") return onYes()
      if (name === "escape" || name === "backspace") onBack()
    },
    { fresh: true }
  )
  return (
    <Box flexDirection="column">
      <Text bold>! {title}</Text>
      {children}
      <Text>{text}</Text>
      <Text>Press Enter again to confirm, Esc to go back.</Text>
    </Box>
  )
}
