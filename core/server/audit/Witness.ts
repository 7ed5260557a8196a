import {
  closeSync,
  fdatasync,
  fdatasyncSync,
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
import type { CompanyId } from "#core/base/ids.ts"
import { makeFolder } from "../db/makeFolder.ts"
import { countWitnessFailure } from "../observability/serverMetrics.ts"
import { Settings } from "../Settings.ts"
import { generationLine, keepGeneration, nextGeneration, readGeneration } from "./witnessGenerations.ts"
import { contradictedBy, currentHeads, witnessGap } from "./witnessGaps.ts"
import { readSightings, remember, type Sighting, sightingLine, type Sightings, writeSightings } from "./sightings.ts"

/** The witness file can't be written or read; reveals are then refused. */
export class WitnessFailed extends Schema.TaggedError<WitnessFailed>()("WitnessFailed", {
  reason: Schema.String
}) {}

const witnessFile = "audit.witness"
const datasync = promisify(fdatasync)

/** The text of the file; null if there is none, or an emptied one: a server's first start already writes a line. */
const read = (path: string): string | null => {
  try {
    const text = readFileSync(path, "utf8")
    return text.trim() === "" ? null : text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
    return null
  }
}

/** Stays in the file: the witness saw nothing before this time. */
const lostLine = /^lost (\S+)$/m
/** Stays in the file: every record after this line has a MAC. */
const macsLine = "macs\n"

/** The maximum number of companies named in one log line. */
const namedAtMost = 20

/**
 * A file outside the database with the heads of every company's audit chain. It detects a chain whose end was cut off, or a
 * database restored from an older copy, even after the chain has grown again. Each head is written to the file before the
 * response that depends on it is sent, and flushed to disk once a second.
 */
export class Witness extends Context.Service<
  Witness,
  {
    readonly see: (companyID: CompanyId, sighting: Sighting) => Effect.Effect<void, WitnessFailed>
    /** Whether heads can be written; if the last write failed, tries the file again. */
    readonly check: Effect.Effect<void, WitnessFailed>
    /**
     * Null if the file is complete. Otherwise the server start at which it was missing or an older copy: it is valid only from
     * then on.
     */
    readonly lostAt: string | null
    /** Whether the file says that every record has a MAC. */
    readonly knowsMacs: boolean
    /** Writes that line to the file. */
    readonly markMacs: Effect.Effect<void, WitnessFailed>
    /** The known heads of a company's chain. */
    readonly seen: (companyID: CompanyId) => Effect.Effect<Sightings | null>
  }
>()("lockdesk/server/Witness") {
  /**
   * `shared`: several servers write the same chains. `renew`: start a new file if the old one is lost, because the operator
   * knows why.
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
        const first = begins ? yield* currentHeads : (before ?? new Map<CompanyId, Sightings>())
        const knowsMacs = !begins && (text ?? "").split("\n").includes(macsLine.trim())
        if (begins) yield* Effect.logWarning("Started a new audit witness file")
        else if (lostAt !== null) {
          yield* Effect.logError(
            gap === "behind"
              ? "The audit log is broken: the database is an older copy than its witness file. Keep both as they are and find " +
                  "out why. Once you know, start once with --new-witness."
              : "The audit log is broken: its witness file was missing or an older copy. Keep the database as it is and find out " +
                  "why. Once you know, start once with --new-witness." +
                  (shared ? " A server that is new on its database starts once with it, too." : ""),
            { path, since: lostAt }
          )
        }
        if (!begins && contradicted.length > 0) {
          yield* Effect.logError(
            "The audit log is broken: the database no longer has what its witness file saw. Keep both as they are and find out " +
              "why. Once you know, start once with --new-witness.",
            { path, companyIDs: contradicted.slice(0, namedAtMost) }
          )
        }

        const opened = yield* Effect.acquireRelease(
          Effect.try({
            try: () => {
              makeFolder(dataFolder)
              const seen = new Map(first)
              const generation = counted === null ? "" : generationLine(counted.next)
              const lines = `${generation}${lostAt === null ? "" : `lost ${lostAt}\n`}${knowsMacs ? macsLine : ""}${writeSightings(seen)}`
              // Compact the file to a few lines per company: earlier runs appended the rest.
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
        /** Whether the last line may be incomplete, as after a full disk: the next write then starts a new line. */
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
         * Flushes new heads to disk and increments the generation, first in the file, then in the database. On a busy disk this
         * takes many milliseconds, so no request waits for it.
         */
        const sync = Effect.gen(function* () {
          if (!unsynced) return
          const next = reached === null ? null : { ...reached, generation: reached.generation + 1 }
          yield* Effect.uninterruptible(
            Effect.tryPromise({
              try: async () => {
                if (next !== null) append(generationLine(next))
                // Heads appended during the flush wait for the next one.
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
                Effect.logError("Failed to flush the audit witness file to disk", reason)
              ),
            SqlError: (error) => Effect.logError("Failed to update the audit witness counter in the database", error)
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
