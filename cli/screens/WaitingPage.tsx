import { Text, useInput } from "ink"

interface WaitingPageProps {
  readonly what: string
  /** What is typed meanwhile is for the page that comes. */
  readonly onKeys: (keys: string) => void
  readonly onLeave: () => void
}

/** Something is under way. */
export const WaitingPage = ({ what, onKeys, onLeave }: WaitingPageProps) => {
  useInput((text, key) => {
    if (key.escape) return onLeave()
    if (!key.ctrl && !key.meta && !key.return) onKeys(text)
  })
  return <Text dimColor>{what}</Text>
}
