import { listLocks, showLock } from "#core/commands/lockCommands.ts"
import { listUsers } from "#core/commands/placeCommands.ts"
import { type AnyCommand, commandById } from "#core/commands/registry.ts"
import { terminalLine } from "#core/commands/terminalLine.ts"
import type { RowTarget } from "./PaletteRow.ts"

const line = ({ id }: { readonly id: string }, words: Readonly<Record<string, string>> = {}): string | null => {
  const command: AnyCommand | undefined = commandById(id)
  return command === undefined ? null : terminalLine(command, words)
}

/** Inputs as a person would type them; a lock is its serial code. */
const wordsOf = (input: Readonly<Record<string, unknown>>, serialCode: string | undefined): Record<string, string> => ({
  ...(serialCode === undefined ? {} : { lockID: serialCode, serialCode }),
  ...Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)]))
})

/**
 * A row as a line for a shell, or null where the terminal has nothing for it.
 * @param serialOf the serial code of a lock by its id
 */
export const lineOf = (target: RowTarget, serialOf: (lockID: number) => string | undefined): string | null => {
  switch (target.kind) {
    case "lock":
      return line(showLock, { lockID: target.lock.serialCode })
    case "facility":
      return line(listLocks, { facilityID: target.name })
    case "person":
      return line(listUsers)
    case "command":
      return line(target.command, wordsOf(target.input, target.about === null ? undefined : serialOf(target.about)))
    default:
      return null
  }
}
