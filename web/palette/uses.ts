import type { LockId } from "#core/base/ids.ts"
import { type Frecency, noUses, readFrecency, recordUses } from "#core/base/search/frecency.ts"
import { now } from "#web/app/clock.ts"
import { read, write } from "#web/app/storage.ts"

/** Use counts of locks, commands, facilities and people by ID. Never a combination. */
export const readUses = (): Frecency => {
  const kept = read("uses")
  if (kept === null) return noUses
  try {
    return readFrecency(JSON.parse(kept))
  } catch (error) {
    // Text edited by hand must not break the palette.
    if (error instanceof SyntaxError) return noUses
    throw error
  }
}

/** Records a use: a lockID, or an entry ID. */
export const recordUse = (id: LockId | string): void =>
  write("uses", JSON.stringify(recordUses(readUses(), [{ id, time: now() }])))
