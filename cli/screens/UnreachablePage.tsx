import { Box, Text } from "ink"
import { useKeys } from "./useKeys.ts"

interface UnreachablePageProps {
  readonly lines: ReadonlyArray<string>
  readonly onRetry: () => void
  readonly onLeave: () => void
}

/** Shows why the server did not return the signed-in user; Enter retries. */
export const UnreachablePage = ({ lines, onRetry, onLeave }: UnreachablePageProps) => {
  useKeys(
    ({ name }) => {
      if (name === "return") onRetry()
      if (name === "escape") onLeave()
    },
    { fresh: true }
  )
  return (
    <Box flexDirection="column">
      <Text>{lines.join("\n")}</Text>
      <Text dimColor>Enter try again · Esc quit</Text>
    </Box>
  )
}
