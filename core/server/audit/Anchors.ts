import { spawn } from "node:child_process"
import { appendFileSync, readFileSync } from "node:fs"
import { Clock, Context, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"

/** Where the heads of all chains are put down outside: a file, a command that reads them on stdin, or both. */
export interface AnchorOptions {
  readonly file?: string
  readonly command?: string
}

const interval = "1 hour"
/** How long a command may take, in milliseconds. */
const patience = 60_000

const line = /^\S+ (\d+) (\d+) ([0-9a-f]{64})$/

type Heads = ReadonlyMap<number, ReadonlyMap<number, string>>

const readHeads = (text: string): Heads => {
  const heads = new Map<number, Map<number, string>>()
  for (const row of text.split("\n")) {
    const [, company, seq, hash] = line.exec(row) ?? []
    if (company === undefined || hash === undefined) continue
    const known = heads.get(Number(company)) ?? new Map<number, string>()
    // The first is what counts: a later line under the same number is not a correction.
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
    // A command that reads nothing has ended already, which `close` says.
    child.stdin.on("error", () => undefined)
    child.stdin.end(text)
    return Effect.sync(() => child.kill())
  })

/**
 * Heads of the audit chains, put down outside once an hour and at the start, where whoever has this machine cannot change
 * them: one line `time company seq hash` for each. Verifying compares the chains with those of the file.
 */
export class Anchors extends Context.Service<
  Anchors,
  {
    /** The anchored heads of a company, by their numbers; empty where there is no file. */
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
        }).pipe(
          Effect.catchCause((cause) => Effect.logError("The heads of the audit log could not be anchored", cause))
        )
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
