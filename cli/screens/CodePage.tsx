import { Box, Text, useIsScreenReaderEnabled } from "ink"
import { useEffect, useRef, useState } from "react"
import type { RevealedLock } from "#core/locks/LocksApi.ts"
import { oneLine } from "#cli/output/ansi.ts"
import { lockName } from "#core/base/serialText.ts"
import { bigDigits, spokenDigits } from "./bigDigits.ts"
import { useKeys } from "./useKeys.ts"

interface CodePageProps {
  readonly lock: typeof RevealedLock.Type
  /** How many seconds the combination is shown. */
  readonly seconds: number
  /** Receives the digits of the key that masked it, so that the next serial code loses none. */
  readonly onMasked: (digits: string) => void
}

/** Shows a combination in big digits, for a number of seconds or until any key. */
export const CodePage = ({ lock, seconds, onMasked }: CodePageProps) => {
  const [left, setLeft] = useState(seconds)
  const spoken = useIsScreenReaderEnabled()
  useEffect(() => {
    const ticking = setInterval(() => setLeft((before) => before - 1), 1000)
    return () => clearInterval(ticking)
  }, [])
  useEffect(() => {
    if (left <= 0) onMasked("")
  }, [left, onMasked])
  const startled = useStartled()
  useKeys(({ name, text }) => {
    const digits = name === null && /^\d+$/.test(text) ? text : ""
    if (name === "escape" || digits !== "" || !startled()) onMasked(digits)
  })
  const where = [
    lock.facilityName,
    lock.unitNumber === null ? null : `Unit ${lock.unitNumber}`,
    lock.secondaryStatusName
  ]
  return (
    <Box flexDirection="column">
      <Text bold>{lockName(lock)}</Text>
      <Text>{oneLine(where.filter((part) => part != null && part !== "").join("  ·  "))}</Text>
      <Box flexDirection="column" paddingY={1} paddingLeft={2}>
        {spoken ? (
          <Text>{spokenDigits(lock.unlockCode)}</Text>
        ) : (
          bigDigits(lock.unlockCode).map((line, index) => <Text key={index}>{line}</Text>)
        )}
      </Box>
      <Text dimColor>Hides in {Math.max(0, left)} s. Press any key to hide it now.</Text>
    </Box>
  )
}

/**
 * How many milliseconds to ignore keys other than digits, because they were meant for the previous page: pressing Enter
 * twice must not mask the combination.
 */
const startle = 300

const useStartled = (): (() => boolean) => {
  const shown = useRef(performance.now())
  return () => performance.now() - shown.current < startle
}
