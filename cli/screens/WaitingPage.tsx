import { Text } from "ink"
import { useKeys } from "./useKeys.ts"

interface WaitingPageProps {
  readonly what: string
  readonly onLeave: () => void
  /** Gets digits typed meanwhile: they cancel the wait and start the next lookup. Without it they wait for the next page. */
  readonly onDigits?: ((digits: string) => void) | undefined
}

/** Shows that something is running. Keys typed meanwhile wait for the next page; Esc cancels and drops them. */
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
