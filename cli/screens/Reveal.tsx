import { Box, Text } from "ink"
import { useEffect, useState } from "react"
import type { RevealedLock } from "#core/locks/LocksApi.ts"
import { revealSeconds } from "#core/reveals/revealTime.ts"
import { groupedSerial } from "#core/base/serialText.ts"
import { CodePage } from "./CodePage.tsx"
import { ReasonPage } from "./ReasonPage.tsx"
import { WaitingPage } from "./WaitingPage.tsx"

/** How a reveal ended. Only the page that shows a combination has it in its state. */
export type RevealEnd = "masked" | "cancelled"

export interface RevealProps {
  readonly serialCode: string
  /** Already given, or to be asked for. */
  readonly reason: string | null
  readonly reveal: (reason: string) => Promise<typeof RevealedLock.Type>
  readonly seconds?: number
  /** `digits` are those of the key that masked it: the start of the next serial code. */
  readonly onEnd: (end: RevealEnd, digits: string) => void
  /** Gets digits typed before the combination arrived: the next serial code, if a lookup can start. */
  readonly onDigits?: (digits: string) => void
  readonly onFailure: (cause: unknown) => void
}

/** Asks for the reason, calls the server, shows the combination, and masks it. */
export const Reveal = ({
  serialCode,
  reason: given,
  reveal,
  seconds = revealSeconds,
  onEnd,
  onDigits,
  onFailure
}: RevealProps) => {
  const [reason, setReason] = useState(given)
  const [lock, setLock] = useState<typeof RevealedLock.Type | null>(null)
  useEffect(() => {
    if (reason === null) return
    let left = false
    reveal(reason).then(
      (revealed) => (left ? undefined : setLock(revealed)),
      (cause: unknown) => (left ? undefined : onFailure(cause))
    )
    return () => {
      left = true
    }
    // Call only once per reason, because every call writes an audit record.
  }, [reason])
  if (lock !== null) return <CodePage lock={lock} seconds={seconds} onMasked={(digits) => onEnd("masked", digits)} />
  if (reason !== null)
    return (
      <WaitingPage
        what={`Asking for lock ${groupedSerial(serialCode)} ...`}
        onLeave={() => onEnd("cancelled", "")}
        onDigits={onDigits ?? (() => undefined)}
      />
    )
  return (
    <Box flexDirection="column">
      <Text>Reveal the combination of lock {groupedSerial(serialCode)}</Text>
      <ReasonPage onReason={setReason} onCancel={() => onEnd("cancelled", "")} onDigits={onDigits} />
    </Box>
  )
}

/** The screen as an element, for code that is not JSX. */
export const revealScreen = (props: RevealProps) => <Reveal {...props} />
