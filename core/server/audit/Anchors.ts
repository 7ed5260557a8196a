import { type ChildProcess, spawn } from "node:child_process"
import { appendFileSync, createReadStream } from "node:fs"
import { createInterface } from "node:readline"
import { Clock, Context, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#core/base/ids.ts"

/** Where to anchor the heads of all chains outside the database: a file, a command that reads them on stdin, or both. */
export interface AnchorOptions {
  readonly file?: string
  readonly command?: string
  /** The timeout of the command, in milliseconds. */
  readonly patience?: number
}

const interval = "1 hour"
/** The default timeout of the command, in milliseconds. */
const defaultPatience = 60_000

const line = /^\S+ (\d+) (\d+) ([0-9a-f]{64})$/

/** The anchored heads of one company, read in pieces: after years the file is larger than what fits in one text. */
const readHeads = async (file: string, companyID: CompanyId): Promise<ReadonlyMap<number, string>> => {
  const heads = new Map<number, string>()
  const own = ` ${companyID} `
  for await (const row of createInterface({ input: createReadStream(file, "utf8") })) {
    if (!row.includes(own)) continue
    const [, company, seq, hash] = line.exec(row) ?? []
    // Keep the first hash for a number: a later line can't correct it.
    if (Number(company) === companyID && hash !== undefined && !heads.has(Number(seq))) heads.set(Number(seq), hash)
  }
  return heads
}

/** Ends a command with everything it started: they are a process group of their own. */
const endAll = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
  }
}

const run = (command: string, text: string) =>
  Effect.callback<void, Error>((resume) => {
    const child = spawn(command, { shell: true, stdio: ["pipe", "ignore", "ignore"], detached: true })
    child.once("error", (error) => resume(Effect.fail(error)))
    child.once("exit", (code) => {
      // Nobody reads any more what a process left behind did not read.
      child.stdin.destroy()
      resume(code === 0 ? Effect.void : Effect.fail(new Error(`the command ended with ${code}`)))
    })
    // A command that does not read stdin has already exited, which `exit` reports.
    child.stdin.on("error", () => undefined)
    child.stdin.end(text)
    return Effect.sync(() => endAll(child))
  })

const logged = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.catchCause(effect, (cause) => Effect.logError("Failed to anchor the heads of the audit log", cause))

/**
 * Anchors the heads of the audit chains outside this machine's control, at the start and then once an hour: one line `time
 * company seq hash` each. Verification compares the chains with the heads in the file.
 */
export class Anchors extends Context.Service<
  Anchors,
  {
    /** The anchored heads of a company by sequence number; empty if there is no file. */
    readonly of: (companyID: CompanyId) => Effect.Effect<ReadonlyMap<number, string>>
  }
>()("lockdesk/server/Anchors") {
  static readonly layer = ({ file, command, patience = defaultPatience }: AnchorOptions) =>
    Layer.effect(
      Anchors,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const put = Effect.gen(function* () {
          const heads = yield* sql<{ company_id: CompanyId; seq: number; hash: string }>`
            SELECT company_id, seq, encode(hash, 'hex') AS hash FROM audit_heads ORDER BY company_id`
          const at = new Date(yield* Clock.currentTimeMillis).toISOString()
          const text = heads.map(({ company_id, seq, hash }) => `${at} ${company_id} ${seq} ${hash}\n`).join("")
          // Each on its own: a full disk must not keep the heads from the command. A file that can't be written is reported at
          // the start, even without heads yet.
          if (file !== undefined) {
            const write = () => appendFileSync(file, text, { mode: 0o600, flush: true })
            yield* logged(Effect.try({ try: write, catch: (cause) => cause }))
          }
          if (command !== undefined && heads.length > 0) yield* logged(Effect.timeout(run(command, text), patience))
        })
        if (file !== undefined || command !== undefined) {
          yield* Effect.forkScoped(Effect.repeat(logged(put), Schedule.spaced(interval)))
        }
        return Anchors.of({
          of: (companyID) =>
            file === undefined
              ? Effect.succeed(new Map())
              : Effect.promise(() =>
                  readHeads(file, companyID).catch((error: NodeJS.ErrnoException) => {
                    if (error.code === "ENOENT") return new Map()
                    throw error
                  })
                )
        })
      })
    )
}
