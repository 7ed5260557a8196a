import { Schema } from "effect"
import { join } from "node:path"
import { LockId } from "#core/base/ids.ts"
import { type Frecency, readFrecency, recordUses } from "#core/base/search/frecency.ts"
import { isFailure } from "#cli/output/Failure.ts"
import { replaceFile } from "./replaceFile.ts"
import { readIfThere, writeInFolder } from "./Settings.ts"

/** A recently opened lock in the palette. Never its combination. */
export const RecentLock = Schema.Struct({
  lockID: LockId,
  serialCode: Schema.String,
  facilityName: Schema.NullOr(Schema.String),
  unitNumber: Schema.NullOr(Schema.String)
})
export type RecentLock = typeof RecentLock.Type

/** Recently used commands and locks of a profile. */
export interface Recents {
  readonly uses: Frecency
  readonly locks: ReadonlyArray<RecentLock>
}

const Kept = Schema.Struct({ uses: Schema.Unknown, locks: Schema.Array(RecentLock) })
const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Record(Schema.String, Kept)))

const recentsFile = (folder: string): string => join(folder, "recents.json")

const readAll = (folder: string): Readonly<Record<string, typeof Kept.Type>> => {
  const text = readIfThere(recentsFile(folder))
  const all = text === null ? undefined : decode(text)
  // Recents are only a convenience, so start over if they can't be read.
  return all?._tag === "Some" ? all.value : {}
}

/** The recents of a profile. */
export const readRecents = (folder: string, profile: string): Recents => {
  const kept = readAll(folder)[profile]
  return { uses: readFrecency(kept?.uses), locks: kept?.locks ?? [] }
}

/** Records one use of a command (by id) or a lock, and returns the updated recents. */
export const rememberUse = (folder: string, profile: string, used: string | RecentLock, now: number): Recents => {
  const before = readRecents(folder, profile)
  const uses = recordUses(before.uses, [{ id: typeof used === "string" ? used : used.lockID, time: now }])
  const kept = new Set(uses.map(([id]) => id))
  const known =
    typeof used === "string" ? before.locks : [used, ...before.locks.filter((lock) => lock.lockID !== used.lockID)]
  const recents = { uses, locks: known.filter((lock) => kept.has(lock.lockID)) }
  try {
    writeInFolder(folder, () =>
      replaceFile(recentsFile(folder), JSON.stringify({ ...readAll(folder), [profile]: recents }))
    )
  } catch (error) {
    // Recents are only a convenience: with a read-only home, they last as long as the palette.
    if (!isFailure(error)) throw error
  }
  return recents
}
