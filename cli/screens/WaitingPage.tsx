import { Text } from "ink"
import { useKeys } from "./useKeys.ts"

interface WaitingPageProps {
  readonly what: string
  readonly onLeave: () => void
}

/** Something is under way. What is typed meanwhile waits for the page that comes; Esc leaves, and takes it along. */
export const WaitingPage = ({ what, onLeave }: WaitingPageProps) => {
  useKeys(onLeave, { takes: "escape" })
  return <Text dimColor>{what}</Text>
}
