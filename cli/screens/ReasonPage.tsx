import { Box, Text, useInput } from "ink"
import { useEffect, useState } from "react"
import { revealReasons } from "#core/reveals/revealReasons.ts"
import { reasonRefusal } from "#core/reveals/revealRules.ts"
import { TextField } from "./TextField.tsx"

interface ReasonPageProps {
  readonly onReason: (reason: string) => void
  readonly onCancel: () => void
  /** Other keys of the page around it; they are letters of the reason while one is typed. */
  readonly otherKeys?: Readonly<Record<string, () => void>>
  /** Keys that were typed before the page was there. */
  readonly ahead?: string
}

const other = revealReasons.length - 1

/** Asks why a combination is revealed: one key for each reason, words for the last. */
export const ReasonPage = ({ onReason, onCancel, otherKeys = {}, ahead = "" }: ReasonPageProps) => {
  const [inWords, setInWords] = useState(false)
  const press = (text: string) => {
    const otherKey = otherKeys[text]
    if (otherKey !== undefined) return otherKey()
    const reason = revealReasons[Number(text) - 1]
    if (reason === undefined) return
    if (reason === revealReasons[other]) setInWords(true)
    else onReason(reason)
  }
  useInput((input, key) => (key.escape ? onCancel() : press(input)), { isActive: !inWords })
  useEffect(() => {
    if (ahead !== "") press(ahead.slice(0, 1))
    // Once, when the page opens.
  }, [])
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
