/**
 * One server per data folder. PGlite does not lock its folder: two processes on one folder silently lose each other's
 * rows.
 *
 * The lock is the operating system's own, on the file `database.lock`: it ends with the process that has it, however
 * that dies, and with nothing else. So there is no stale lock to judge by pid (which two containers may share) or by
 * age (which a suspended process outlives), and no moment at which two starters both think the other one dead. Node
 * offers no file locks itself; `node:sqlite` takes one for every exclusive transaction. Nothing is stored in that file.
 *
 * Never open and close `database.lock` in the server's own process: POSIX would drop the lock.
 */
import { Effect, Schedule, Schema, type Scope } from "effect"
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { DataFolderInUse, EmbeddedDatabaseFailed } from "./databaseErrors.ts"
import { makePrivate } from "./privateFolder.ts"

/** Who has the folder, for the words of an error only; the lock itself is what counts. */
const Holder = Schema.fromJsonString(Schema.Struct({ pid: Schema.Int, host: Schema.String }))

/**
 * Takes the data folder `folder`, creating it when it is missing, for as long as the scope is open. Fails with
 * `DataFolderInUse` at once when it is taken, and with `EmbeddedDatabaseFailed` when the folder cannot be used.
 */
export const lockDataFolder = (
  folder: string
): Effect.Effect<void, DataFolderInUse | EmbeddedDatabaseFailed, Scope.Scope> =>
  Effect.acquireRelease(
    // The holder may be writing its name, or on its way out: look again, for half a second at most.
    Effect.retry(
      Effect.suspend(() => takeLock(folder)),
      {
        while: (error) => error._tag === "DataFolderInUse" && error.pid === undefined,
        schedule: Schedule.spaced("50 millis"),
        times: 10
      }
    ),
    (lock) => Effect.sync(() => lock.close())
    // Whoever has the lock may look at the rest: nobody else is writing it.
  ).pipe(Effect.andThen(makePrivate(folder)))

const takeLock = (folder: string): Effect.Effect<DatabaseSync, DataFolderInUse | EmbeddedDatabaseFailed> => {
  let lock: DatabaseSync | undefined
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    lock = new DatabaseSync(join(folder, "database.lock"), { timeout: 0 })
    lock.exec("BEGIN EXCLUSIVE")
    // By its path: opening and closing the file would drop the lock.
    chmodSync(join(folder, "database.lock"), 0o600)
    writeFileSync(join(folder, "database.lock.json"), JSON.stringify({ pid: process.pid, host: hostname() }), {
      mode: 0o600
    })
    return Effect.succeed(lock)
  } catch (cause) {
    lock?.close()
    if (isBusy(cause)) return Effect.fail(new DataFolderInUse({ folder, ...readHolder(folder) }))
    const reason = cause instanceof Error ? cause.message : String(cause)
    return Effect.fail(new EmbeddedDatabaseFailed({ folder, reason: `its lock cannot be taken (${reason})` }))
  }
}

/** SQLITE_BUSY: somebody else has the lock. */
const isBusy = (cause: unknown): boolean => (cause as { readonly errcode?: number }).errcode === 5

/** What the holder wrote about itself; empty when that is missing, half written, or from one that is dead. */
const readHolder = (folder: string): { readonly pid?: number; readonly host?: string } => {
  try {
    const holder = Schema.decodeUnknownSync(Holder)(readFileSync(join(folder, "database.lock.json"), "utf8"))
    if (holder.host === hostname()) process.kill(holder.pid, 0)
    return holder
  } catch (cause) {
    // Only the words of the error depend on it, so any failure means "not known"; but nothing else may hide here.
    if (cause instanceof Error) return {}
    throw cause
  }
}
