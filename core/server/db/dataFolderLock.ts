/**
 * One server per data folder. PGlite does not lock its folder: two processes in one folder silently lose each other's rows.
 *
 * The lock is the operating system's own, on the file `database.lock`: it ends when its process does, however that dies. So
 * there is no stale lock to judge by pid (which two containers may share) or by age (which a suspended process outlives), and
 * no moment at which two starting servers each think the other is dead. Node has no file locks; `node:sqlite` takes one for
 * every exclusive transaction. Nothing is stored in that file.
 *
 * Never open and close `database.lock` in the server's own process: POSIX would drop the lock.
 */
import { Effect, Schedule, Schema, type Scope } from "effect"
import { accessSync, chmodSync, constants, readFileSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { messageOf } from "#core/base/messageOf.ts"
import { DataFolderInUse, EmbeddedDatabaseFailed } from "./databaseErrors.ts"
import { makeFolder } from "./makeFolder.ts"
import { makePrivate } from "./privateFolder.ts"

/** The lock's owner, only for error messages. */
const Holder = Schema.fromJsonString(Schema.Struct({ pid: Schema.Int, host: Schema.String }))

/**
 * Locks the data folder `folder`, creating it if it is missing, until the scope closes. Fails immediately with
 * `DataFolderInUse` if it is taken, and with `EmbeddedDatabaseFailed` if the folder can't be used.
 */
export const lockDataFolder = (
  folder: string
): Effect.Effect<void, DataFolderInUse | EmbeddedDatabaseFailed, Scope.Scope> =>
  Effect.acquireRelease(
    // The owner may be writing its name or exiting: retry for up to half a second.
    Effect.retry(
      Effect.suspend(() => takeLock(folder)),
      {
        while: (error) => error._tag === "DataFolderInUse" && error.pid === undefined,
        schedule: Schedule.spaced("50 millis"),
        times: 10
      }
    ),
    (lock) => Effect.sync(() => lock.close())
    // With the lock held, no one else writes to the rest of the folder.
  ).pipe(Effect.andThen(makePrivate(folder)))

const takeLock = (folder: string): Effect.Effect<DatabaseSync, DataFolderInUse | EmbeddedDatabaseFailed> => {
  let lock: DatabaseSync | undefined
  try {
    makeFolder(folder)
    // Names a folder that can't be written to; SQLite's own message doesn't.
    accessSync(folder, constants.W_OK)
    lock = new DatabaseSync(join(folder, "database.lock"), { timeout: 0 })
    lock.exec("BEGIN EXCLUSIVE")
    // By path: opening and closing the file would drop the lock.
    chmodSync(join(folder, "database.lock"), 0o600)
    writeFileSync(join(folder, "database.lock.json"), JSON.stringify({ pid: process.pid, host: hostname() }), {
      mode: 0o600
    })
    return Effect.succeed(lock)
  } catch (cause) {
    lock?.close()
    if (isBusy(cause)) return Effect.fail(new DataFolderInUse({ folder, ...readHolder(folder) }))
    const reason = messageOf(cause)
    return Effect.fail(new EmbeddedDatabaseFailed({ folder, reason: `its lock cannot be taken (${reason})` }))
  }
}

/** SQLITE_BUSY: another process has the lock. */
const isBusy = (cause: unknown): boolean => (cause as { readonly errcode?: number }).errcode === 5

/** The owner's description of itself; empty if it is missing, incomplete, or from a dead process. */
const readHolder = (folder: string): { readonly pid?: number; readonly host?: string } => {
  try {
    const holder = Schema.decodeUnknownSync(Holder)(readFileSync(join(folder, "database.lock.json"), "utf8"))
    if (holder.host === hostname()) process.kill(holder.pid, 0)
    return holder
  } catch (cause) {
    // Only the error message depends on it, so a failure means "not known"; but don't hide other errors.
    if (cause instanceof Error) return {}
    throw cause
  }
}
