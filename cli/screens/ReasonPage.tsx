import { Box, Text } from "ink"
import { useEffect, useRef, useState } from "react"
import { armedDigitMillis } from "#core/commands/armedDigit.ts"
import { revealReasons } from "#core/reveals/revealReasons.ts"
import { reasonRefusal } from "#core/reveals/revealRules.ts"
import { TextField } from "./TextField.tsx"
import { useKeys } from "./useKeys.ts"

interface ReasonPageProps {
  readonly onReason: (reason: string) => void
  readonly onCancel: () => void
  /** Gets digits that are not a reason but the start of the next serial code. Without it they are dropped. */
  readonly onDigits?: ((digits: string) => void) | undefined
  /** Other keys of the surrounding page; while a reason is typed they are letters. */
  readonly otherKeys?: Readonly<Record<string, () => void>>
}

const other = revealReasons.length - 1

/**
 * Asks for the reason of a reveal: one key per reason, text for the last one. A digit counts after a short pause, or
 * immediately on Enter; two digits in a row are not a reason, and any other key takes it back.
 */
export const ReasonPage = ({ onReason, onCancel, onDigits, otherKeys = {} }: ReasonPageProps) => {
  const [armed, setArmed] = useState<number | null>(null)
  /** The initial text; null before it is requested. */
  const [words, setWords] = useState<string | null>(null)
  const lastDigit = useRef(-Infinity)
  const send = (at: number, firstLetter = "") => {
    const reason = revealReasons[at]
    setArmed(null)
    if (at === other) setWords(firstLetter)
    else if (reason !== undefined) onReason(reason)
  }
  useEffect(() => {
    if (armed === null) return
    const sending = setTimeout(() => send(armed), armedDigitMillis)
    return () => clearTimeout(sending)
  }, [armed])
  const pressDigit = (digit: string) => {
    const before = lastDigit.current
    lastDigit.current = performance.now()
    const at = Number(digit) - 1
    if (armed !== null) {
      setArmed(null)
      onDigits?.(`${armed + 1}${digit}`)
    } else if (revealReasons[at] === undefined) onDigits?.(digit)
    else if (lastDigit.current - before >= armedDigitMillis) setArmed(at)
  }
  useKeys(
    ({ name, text }) => {
      if (name === "escape") return onCancel()
      if (/^\d$/.test(text)) return pressDigit(text)
      if (armed !== null) {
        if (name === "return") return send(armed)
        // Typing for Other starts its text. Any other key takes the reason back, because a reveal can't be undone.
        if (armed === other && name === null) return send(armed, text)
        lastDigit.current = -Infinity
        return setArmed(null)
      }
      otherKeys[text]?.()
    },
    { isActive: words === null, takes: "singly" }
  )
  return (
    <Box flexDirection="column">
      <Text bold>Why?</Text>
      {revealReasons.map((reason, index) => (
        <Text key={reason} bold={index === armed}>
          {index === armed ? "▸ " : "  "}
          {index + 1} {reason}
        </Text>
      ))}
      {words !== null ? (
        <TextField
          label="Reason"
          start={words}
          onSerial={onDigits}
          onEnter={(text) => {
            if (reasonRefusal(text) === null) onReason(text.trim())
          }}
          onBack={() => setWords(null)}
        />
      ) : (
        <Text dimColor>1 to 5 to choose · Enter send · Esc cancel</Text>
      )}
    </Box>
  )
}
