import { Box, Text } from "ink"
import { useState } from "react"
import { revealReasons } from "#core/reveals/revealReasons.ts"
import { reasonRefusal } from "#core/reveals/revealRules.ts"
import { TextField } from "./TextField.tsx"
import { useKeys } from "./useKeys.ts"

interface ReasonPageProps {
  readonly onReason: (reason: string) => void
  readonly onCancel: () => void
  /** Other keys of the page around it; they are letters of the reason while one is typed. */
  readonly otherKeys?: Readonly<Record<string, () => void>>
}

const other = revealReasons.length - 1

/** Asks why a combination is revealed: one key for each reason, words for the last. */
export const ReasonPage = ({ onReason, onCancel, otherKeys = {} }: ReasonPageProps) => {
  const [inWords, setInWords] = useState(false)
  const press = (text: string) => {
    const otherKey = otherKeys[text]
    if (otherKey !== undefined) return otherKey()
    const reason = revealReasons[Number(text) - 1]
    if (reason === undefined) return
    if (reason === revealReasons[other]) setInWords(true)
    else onReason(reason)
  }
  useKeys(({ name, text }) => (name === "escape" ? onCancel() : press(text)), { isActive: !inWords, takes: "singly" })
  return (
    <Box flexDirection="column">
      <Text bold>Why?</Text>
      {revealReasons.map((reason, index) => (
        <Text key={reason}>
          {"  "}
          {index + 1} {reason}
        </Text>
      ))}
      {inWords ? (
        <TextField
          label="Reason"
          onEnter={(text) => {
            if (reasonRefusal(text) === null) onReason(text.trim())
          }}
          onBack={() => setInWords(false)}
        />
      ) : (
        <Text dimColor>1 to 5, Esc cancels</Text>
      )}
    </Box>
  )
}
