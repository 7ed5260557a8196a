import { Text } from "ink"
import { useKeys } from "./useKeys.ts"

interface WaitingPageProps {
  readonly what: string
  readonly onLeave: () => void
  /** Digits typed meanwhile: they leave the wait and begin the next lookup. Without it they wait for the page that comes. */
  readonly onDigits?: ((digits: string) => void) | undefined
}

/** Something is under way. What is typed meanwhile waits for the page that comes; Esc leaves, and takes it along. */
export const WaitingPage = ({ what, onLeave, onDigits }: WaitingPageProps) => {
  useKeys(
    ({ name, text }) => {
      if (name === "escape") onLeave()
      else if (name === null && /^\d+$/.test(text)) onDigits?.(text)
    },
    { takes: onDigits === undefined ? "escape" : "all" }
  )
  return <Text dimColor>{what}</Text>
}
