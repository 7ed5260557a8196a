import { type Frecency, noUses, readFrecency, recordUses } from "#core/base/search/frecency.ts"
import { now } from "#web/app/clock.ts"
import { read, write } from "#web/app/storage.ts"

/** What was used in the palette and how often: ids of locks, commands, facilities and people. Never a combination. */
export const readUses = (): Frecency => {
  const kept = read("uses")
  if (kept === null) return noUses
  try {
    return readFrecency(JSON.parse(kept))
  } catch (error) {
    // What was kept by hand is no reason to do without a palette.
    if (error instanceof SyntaxError) return noUses
    throw error
  }
}

/** Remembers one use: a lockID, or the id of an entry. */
export const recordUse = (id: number | string): void =>
  write("uses", JSON.stringify(recordUses(readUses(), [{ id, time: now() }])))
