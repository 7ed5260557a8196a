import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { Clock, Context, Effect, Layer, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { countWitnessFailure } from "../observability/serverMetrics.ts"
import { Settings } from "../Settings.ts"
import { generationLine, keepGeneration, nextGeneration, readGeneration } from "./witnessGenerations.ts"
import { contradictedBy, witnessGap } from "./witnessGaps.ts"
import { readSightings, remember, type Sighting, sightingLine, type Sightings, writeSightings } from "./sightings.ts"

/** The witness file cannot be written or read; a reveal waits for neither and is refused. */
export class WitnessFailed extends Schema.TaggedError<WitnessFailed>()("WitnessFailed", {
  reason: Schema.String
}) {}

const witnessFile = "audit.witness"
const datasync = promisify(fdatasync)

/** The text of the file; null where there is none. */
const read = (path: string): string | null => {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
    return null
  }
}

/** Stays in the file: it did not see what was before this moment. */
const lostLine = /^lost (\S+)$/m
/** Stays in the file: every record has its MAC since. */
const macsLine = "macs\n"

/** Companies named in one line of the log. */
const namedAtMost = 20

/**
 * A file outside the database that remembers the heads of every company's audit chain. A chain whose end was cut off, or
 * a database put back to an older copy, no longer has what the witness saw, also once it has grown again. Each head is
 * in the file before the answer that depends on it leaves; it is forced to the disk once a second.
 */
export class Witness extends Context.Service<
  Witness,
  {
    readonly see: (companyID: number, sighting: Sighting) => Effect.Effect<void, WitnessFailed>
    /** Whether it takes heads: where the last one could not be written, tries the file again. */
    readonly check: Effect.Effect<void, WitnessFailed>
    /** Since when the file vouches for nothing before: it was gone, or an older copy, when a server started. */
    readonly lostAt: string | null
    /** Whether the file says that every record has its MAC. */
    readonly knowsMacs: boolean
    /** Says so in the file. */
    readonly markMacs: Effect.Effect<void, WitnessFailed>
    /** What was seen of a company's chain. */
    readonly seen: (companyID: number) => Effect.Effect<Sightings | null>
  }
>()("lockdesk/server/Witness") {
  /**
   * `shared` where several servers write the same chains. `renew` begins a new file where the one there was is lost, for
   * whoever knows why it is.
   */
  static readonly layer = ({ shared, renew }: { readonly shared: boolean; readonly renew: boolean }) =>
    Layer.effect(
      Witness,
      Effect.gen(function* () {
        const { dataFolder } = yield* Settings
        const path = join(dataFolder, witnessFile)
        const failed = (error: unknown) => new WitnessFailed({ reason: String(error) })

        const text = yield* Effect.try({ try: () => read(path), catch: failed })
        const before = text === null ? null : readSightings(text)
        const sql = yield* SqlClient.SqlClient
        const counted = shared ? yield* nextGeneration(readGeneration(text ?? "")) : null
        const gap = (yield* witnessGap(before, shared)) ?? (text === null ? null : (counted?.gap ?? null))
        const known = lostLine.exec(text ?? "")?.[1] ?? null
        const at = new Date(yield* Clock.currentTimeMillis).toISOString()
        const lostAt = renew ? null : (known ?? (gap === null ? null : at))
        const contradicted = before === null ? [] : yield* contradictedBy(before)
        const begins = renew && (known !== null || gap !== null || contradicted.length > 0)
        const knowsMacs = !begins && (text ?? "").split("\n").includes(macsLine.trim())
        if (begins) yield* Effect.logWarning("A new audit witness begins")
        else if (lostAt !== null) {
          yield* Effect.logError(
            gap === "behind"
              ? "The audit log is broken: the database is an older copy than its witness file. Keep both as they are and find " +
                  "out why. Where you know, start once with --new-witness."
              : "The audit log is broken: its witness file was missing or an older copy. Keep the database as it is and find out " +
                  "why. Where you know, start once with --new-witness.",
            { path, since: lostAt }
          )
        }
        if (!begins && contradicted.length > 0) {
          yield* Effect.logError(
            "The audit log is broken: the database no longer has what its witness file saw. Keep both as they are and find out " +
              "why. Where you know, start once with --new-witness.",
            { path, companyIDs: contradicted.slice(0, namedAtMost) }
          )
        }

        const opened = yield* Effect.acquireRelease(
          Effect.try({
            try: () => {
              mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
              const seen = (begins ? null : before) ?? new Map<number, Sightings>()
              const generation = counted === null ? "" : generationLine(counted.next)
              const lines = `${generation}${lostAt === null ? "" : `lost ${lostAt}\n`}${knowsMacs ? macsLine : ""}${writeSightings(seen)}`
              // A few lines a company are enough; the rest is what earlier runs appended.
              writeFileSync(`${path}.new`, lines, { mode: 0o600, flush: true })
              renameSync(`${path}.new`, path)
              return { seen, file: openSync(path, "a", 0o600) }
            },
            catch: failed
          }),
          ({ file }) =>
            Effect.sync(() => {
              fdatasyncSync(file)
              closeSync(file)
            })
        )
        const { seen, file } = opened
        let unsynced = false
        /** Whether the last line may be cut short, as on a disk that was full: the next one begins a line of its own. */
        let torn = false

        const append = (text: string): void => {
          const bytes = Buffer.from(torn ? `\n${text}` : text)
          torn = true
          const written = writeSync(file, bytes)
          if (written < bytes.length) throw new Error(`only ${written} of ${bytes.length} bytes could be written`)
          torn = false
          unsynced = true
        }

        let reached = counted?.next ?? null
        if (reached !== null) yield* keepGeneration(sql, reached)

        /**
         * Forces what is new to the disk, and counts up: first in the file, then in the database. A busy disk takes many
         * milliseconds for it, and no request waits for that.
         */
        const sync = Effect.gen(function* () {
          if (!unsynced) return
          const next = reached === null ? null : { ...reached, generation: reached.generation + 1 }
          yield* Effect.uninterruptible(
            Effect.tryPromise({
              try: async () => {
                if (next !== null) append(generationLine(next))
                // Heads that are appended meanwhile wait for the next time.
                unsynced = false
                await datasync(file).catch((error: unknown) => {
                  unsynced = true
                  throw error
                })
              },
              catch: failed
            })
          )
          if (next === null) return
          yield* keepGeneration(sql, next)
          reached = next
        }).pipe(
          Effect.catchTags({
            WitnessFailed: ({ reason }) =>
              Effect.andThen(
                countWitnessFailure,
                Effect.logError("The audit witness could not be forced to the disk", reason)
              ),
            SqlError: (error) => Effect.logError("The audit witness could not be counted up in the database", error)
          })
        )
        yield* Effect.addFinalizer(() => sync)
        yield* sync.pipe(Effect.repeat(Schedule.spaced("1 second")), Effect.forkScoped)

        return Witness.of({
          lostAt,
          knowsMacs,
          markMacs: Effect.try({ try: () => append(macsLine), catch: failed }),
          see: (companyID, sighting) =>
            Effect.try({
              try: () => {
                append(sightingLine(companyID, sighting))
                seen.set(companyID, remember(seen.get(companyID), sighting))
              },
              catch: failed
            }).pipe(Effect.tapError(() => countWitnessFailure)),
          check: Effect.try({
            try: () => {
              if (torn) append("")
            },
            catch: failed
          }),
          seen: (companyID) => Effect.sync(() => seen.get(companyID) ?? null)
        })
      })
    )
}
