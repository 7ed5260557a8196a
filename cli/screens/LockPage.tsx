import { Box, Text } from "ink"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { availability } from "#core/commands/availability.ts"
import { lockLog, revealLock } from "#core/commands/lockCommands.ts"
import type { ShownLock } from "#core/locks/Lock.ts"
import { lockFacts } from "#cli/output/lockColumns.ts"
import { oneLine } from "#cli/output/ansi.ts"
import { ReasonPage } from "./ReasonPage.tsx"
import { lockName } from "#core/base/serialText.ts"
import { useKeys } from "./useKeys.ts"

interface LockPageProps {
  readonly lock: ShownLock
  readonly user: LoggedInUser
  readonly onReveal: (reason: string) => void
  readonly onLog: () => void
  readonly onBack: () => void
  /** The first digits of the next serial code. */
  readonly onDigits: (digits: string) => void
}

/** One lock: its facts; one digit reveals its combination for that reason. */
export const LockPage = ({ lock, user, onReveal, onLog, onBack, onDigits }: LockPageProps) => {
  const reveal = availability(revealLock, user, lock)
  const log = availability(lockLog, user, lock)
  const otherKeys = log.allowed ? { l: onLog } : {}
  useKeys(
    ({ name, text }) => {
      if (/^\d$/.test(text)) return onDigits(text)
      if (text === "l" && log.allowed) return onLog()
      if (name === "escape" || name === "backspace") onBack()
    },
    { isActive: !reveal.allowed, takes: "singly" }
  )
  return (
    <Box flexDirection="column">
      <Text bold>{lockName(lock)}</Text>
      {lockFacts.map((fact) => (
        <Text key={fact.heading} wrap="truncate-end">
          <Text dimColor>{fact.heading.padEnd(12)}</Text>
          {oneLine(fact.text(lock))}
        </Text>
      ))}
      <Text> </Text>
      {reveal.allowed ? (
        <>
          <Text>Reveal the combination</Text>
          <ReasonPage onReason={onReveal} onCancel={onBack} onDigits={onDigits} otherKeys={otherKeys} />
        </>
      ) : (
        <Text dimColor>⚿ {reveal.words.error} Press Esc to go back.</Text>
      )}
      {log.allowed ? <Text dimColor>Press l for its log</Text> : null}
    </Box>
  )
}
