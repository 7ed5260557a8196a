import { closeSync, fdatasyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from "node:fs"
import { join } from "node:path"
import { Context, Effect, Layer, Schedule, Schema } from "effect"
import { Settings } from "../Settings.ts"

/** The head of a company's chain as a witness saw it. */
export interface Sighting {
  readonly seq: number
  readonly hash: string
}

/** The witness file cannot be written or read; a reveal waits for neither and is refused. */
export class WitnessFailed extends Schema.TaggedError<WitnessFailed>()("WitnessFailed", {
  reason: Schema.String
}) {}

const witnessFile = "audit.witness"
const line = /^(\d+) (\d+) ([0-9a-f]{64})$/

/** The newest head of each company in the file; a line cut short by a crash is the last one and is passed over. */
const read = (path: string): Map<number, Sighting> => {
  const seen = new Map<number, Sighting>()
  let text = ""
  try {
    text = readFileSync(path, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
  }
  for (const row of text.split("\n")) {
    const [, company, seq, hash] = line.exec(row) ?? []
    if (company === undefined || seq === undefined || hash === undefined) continue
    const before = seen.get(Number(company))
    if (before === undefined || before.seq < Number(seq)) seen.set(Number(company), { seq: Number(seq), hash })
  }
  return seen
}

const rows = (seen: ReadonlyMap<number, Sighting>): string =>
  [...seen].map(([company, { seq, hash }]) => `${company} ${seq} ${hash}\n`).join("")

/**
 * A file outside the database that remembers the head of every company's audit chain. A chain whose end was cut off, or
 * a database put back to an older copy, no longer has what the witness saw. Each head is in the file before the answer
 * that depends on it leaves; it is forced to the disk once a second.
 */
export class Witness extends Context.Service<
  Witness,
  {
    readonly see: (companyID: number, sighting: Sighting) => Effect.Effect<void, WitnessFailed>
    /** Whether it takes heads: where the last one could not be written, tries the file again. */
    readonly check: Effect.Effect<void, WitnessFailed>
    /** The newest head seen of a company's chain. */
    readonly seen: (companyID: number) => Effect.Effect<Sighting | null>
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
            // One line a company is enough; the rest is what earlier runs appended.
            writeFileSync(`${path}.new`, rows(seen), { mode: 0o600, flush: true })
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
              append(`${companyID} ${sighting.seq} ${sighting.hash}\n`)
              const before = seen.get(companyID)
              if (before === undefined || before.seq < sighting.seq) seen.set(companyID, sighting)
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
