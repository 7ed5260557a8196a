import { Box, Text } from "ink"
import type { CommandSpec } from "#cli/specs/CommandSpec.ts"
import { useKeys } from "./useKeys.ts"

interface ConfirmPageProps {
  readonly spec: CommandSpec
  readonly given: Readonly<Record<string, string>>
  readonly onYes: () => void
  readonly onBack: () => void
}

/** Says what a dangerous command will do, and waits for a second Enter. */
export const ConfirmPage = ({ spec, given, onYes, onBack }: ConfirmPageProps) => {
  useKeys(
    ({ name }) => {
      if (name === "return") return onYes()
      if (name === "escape" || name === "backspace") onBack()
    },
    { fresh: true }
  )
  return (
    <Box flexDirection="column">
      <Text bold>! {spec.title}</Text>
      {Object.entries(given).map(([key, value]) => (
        <Text key={key}>
          {spec.inputs.find((input) => input.key === key)?.label ?? key}: {value}
        </Text>
      ))}
      <Text>Press Enter again to confirm, Esc to go back.</Text>
    </Box>
  )
}
