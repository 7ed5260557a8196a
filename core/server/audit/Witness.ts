import {
  closeSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { join } from "node:path"
import { Context, Effect, Layer, Schedule, Schema } from "effect"
import { Settings } from "../Settings.ts"
import { readSightings, remember, type Sighting, sightingLine, type Sightings, writeSightings } from "./sightings.ts"

/** The witness file cannot be written or read; a reveal waits for neither and is refused. */
export class WitnessFailed extends Schema.TaggedError<WitnessFailed>()("WitnessFailed", {
  reason: Schema.String
}) {}

const witnessFile = "audit.witness"

const read = (path: string): Map<number, Sightings> => {
  try {
    return readSightings(readFileSync(path, "utf8"))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
    return new Map()
  }
}

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
    /** What was seen of a company's chain. */
    readonly seen: (companyID: number) => Effect.Effect<Sightings | null>
  }
>()("lockdesk/server/Witness") {
  static readonly layer = Layer.effect(
    Witness,
    Effect.gen(function* () {
      const { dataFolder } = yield* Settings
      const path = join(dataFolder, witnessFile)
      const failed = (error: unknown) => new WitnessFailed({ reason: String(error) })

      const opened = yield* Effect.acquireRelease(
        Effect.try({
          try: () => {
            mkdirSync(dataFolder, { recursive: true })
            const seen = read(path)
            // A few lines a company are enough; the rest is what earlier runs appended.
            writeFileSync(`${path}.new`, writeSightings(seen), { mode: 0o600, flush: true })
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

      yield* Effect.try({
        try: () => {
          if (unsynced) fdatasyncSync(file)
          unsynced = false
        },
        catch: failed
      }).pipe(
        Effect.catch((error) => Effect.logError("The audit witness could not be forced to the disk", error.reason)),
        Effect.repeat(Schedule.spaced("1 second")),
        Effect.forkScoped
      )

      return Witness.of({
        see: (companyID, sighting) =>
          Effect.try({
            try: () => {
              append(sightingLine(companyID, sighting))
              seen.set(companyID, remember(seen.get(companyID), sighting))
            },
            catch: failed
          }),
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
