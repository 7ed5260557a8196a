import type { Parsed } from "#core/base/search/searchQuery.ts"
import { typedSerial } from "#core/base/search/searchGrammar.ts"
import { similarSerials } from "#core/locks/similarSerials.ts"
import { activateLock } from "#core/commands/lockCommands.ts"
import type { CommandId } from "#core/commands/registry.ts"
import type { PaletteRow } from "./PaletteRow.ts"
import { lockRow } from "./rowMaking.ts"
import type { UnknownSerial } from "#core/locks/unknownSerial.ts"
import type { RowSources } from "./RowSources.ts"

/** Most similar locks listed. */
const mostSimilar = 5

/** The typed complete serial code, if no known lock has it. */
export const unknownSerial = (query: Parsed, from: RowSources): UnknownSerial | undefined => {
  const serialCode = typedSerial(query)
  // While locks are loading it may still turn up.
  if (serialCode === undefined || from.known.missing.locks !== undefined) return undefined
  if (from.known.lockIDOf(serialCode) !== undefined) return undefined
  const may = (id: CommandId): boolean => {
    const command = from.commands.get(id)
    return command !== undefined && from.refusal(command, null) === null
  }
  const elsewhere = may("companies.actFor")
  return { serialCode, final: false, similar: false, activates: may(activateLock.id), elsewhere }
}

/** Locks whose serial code differs in one digit or in two swapped neighboring digits. */
export const similarRows = (serialCode: string, from: RowSources): ReadonlyArray<PaletteRow> =>
  similarSerials(serialCode)
    .flatMap((similar) => from.main.locks.bySerial(similar) ?? [])
    .slice(0, mostSimilar)
    .flatMap((lockID) => {
      const lock = from.main.locks.get(lockID)
      return lock === undefined ? [] : [lockRow(lock, [], from)]
    })
