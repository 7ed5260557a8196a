import { spawn } from "node:child_process"
import { appendFileSync, readFileSync } from "node:fs"
import { Clock, Context, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"

/** Where to anchor the heads of all chains outside the database: a file, a command that reads them on stdin, or both. */
export interface AnchorOptions {
  readonly file?: string
  readonly command?: string
}

const interval = "1 hour"
/** The timeout of the command, in milliseconds. */
const patience = 60_000

const line = /^\S+ (\d+) (\d+) ([0-9a-f]{64})$/

type Heads = ReadonlyMap<number, ReadonlyMap<number, string>>

const readHeads = (text: string): Heads => {
  const heads = new Map<number, Map<number, string>>()
  for (const row of text.split("\n")) {
    const [, company, seq, hash] = line.exec(row) ?? []
    if (company === undefined || hash === undefined) continue
    const known = heads.get(Number(company)) ?? new Map<number, string>()
    // Keep the first hash for a number: a later line can't correct it.
    if (!known.has(Number(seq))) known.set(Number(seq), hash)
    heads.set(Number(company), known)
  }
  return heads
}

const run = (command: string, text: string) =>
  Effect.callback<void, Error>((resume) => {
    const child = spawn(command, { shell: true, stdio: ["pipe", "ignore", "ignore"], timeout: patience })
    child.once("error", (error) => resume(Effect.fail(error)))
    child.once("close", (code) =>
      resume(code === 0 ? Effect.void : Effect.fail(new Error(`the command ended with ${code}`)))
    )
    // A command that does not read stdin has already exited, which `close` reports.
    child.stdin.on("error", () => undefined)
    child.stdin.end(text)
    return Effect.sync(() => child.kill())
  })

/**
 * Anchors the heads of the audit chains outside this machine's control, at the start and then once an hour: one line `time
 * company seq hash` each. Verification compares the chains with the heads in the file.
 */
export class Anchors extends Context.Service<
  Anchors,
  {
    /** The anchored heads of a company by sequence number; empty if there is no file. */
    readonly of: (companyID: number) => Effect.Effect<ReadonlyMap<number, string>>
  }
>()("lockdesk/server/Anchors") {
  static readonly layer = ({ file, command }: AnchorOptions) =>
    Layer.effect(
      Anchors,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const put = Effect.gen(function* () {
          const heads = yield* sql<{ company_id: number; seq: number; hash: string }>`
            SELECT company_id, seq, encode(hash, 'hex') AS hash FROM audit_heads ORDER BY company_id`
          if (heads.length === 0) return
          const at = new Date(yield* Clock.currentTimeMillis).toISOString()
          const text = heads.map(({ company_id, seq, hash }) => `${at} ${company_id} ${seq} ${hash}\n`).join("")
          if (file !== undefined) {
            yield* Effect.try({
              try: () => appendFileSync(file, text, { mode: 0o600, flush: true }),
              catch: (cause) => cause
            })
          }
          if (command !== undefined) yield* run(command, text)
        }).pipe(Effect.catchCause((cause) => Effect.logError("Failed to anchor the heads of the audit log", cause)))
        if (file !== undefined || command !== undefined) {
          yield* Effect.forkScoped(Effect.repeat(put, Schedule.spaced(interval)))
        }
        return Anchors.of({
          of: (companyID) =>
            Effect.sync(() => {
              if (file === undefined) return new Map()
              try {
                return readHeads(readFileSync(file, "utf8")).get(companyID) ?? new Map()
              } catch (error) {
                if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Map()
                throw error
              }
            })
        })
      })
    )
}
