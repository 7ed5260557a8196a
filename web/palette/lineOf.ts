import type { LockId } from "#core/base/ids.ts"
import { listLocks, showLock } from "#core/commands/lockCommands.ts"
import { listUsers } from "#core/commands/placeCommands.ts"
import { headById } from "#core/commands/headById.ts"
import type { CommandHead } from "#core/commands/registry.ts"
import { lineWords, type LineWords, terminalLine } from "#core/commands/terminalLine.ts"
import type { RowTarget } from "./PaletteRow.ts"
import { inputOfLock } from "./readField.ts"

/**
 * The terminal command that does what the row does, or null if there is none. A command in the row must be fully
 * loaded.
 * @param serialOf returns the serial code of a lock ID
 */
export const lineOf = (target: RowTarget, serialOf: (lockID: LockId) => string | undefined): string | null => {
  const line = ({ id }: { readonly id: string }, words: LineWords): string | null => {
    const command: CommandHead | undefined = headById(id)
    return command === undefined ? null : terminalLine(command, words)
  }
  switch (target.kind) {
    case "lock":
      return line(showLock, { lockID: target.lock.serialCode })
    case "facility":
      return line(listLocks, { facilityID: target.name })
    case "person":
      return line(listUsers, {})
    case "command": {
      const { about, command, input, ofSeveral } = target
      // A terminal command names one lock, or reads several from a file.
      if (ofSeveral === true) return null
      const serialCode = about === null ? undefined : serialOf(about)
      const lock = about === null || serialCode === undefined ? {} : inputOfLock(command, { lockID: about, serialCode })
      return line(command, lineWords(command, { ...lock, ...input }, serialOf))
    }
    default:
      return null
  }
}
