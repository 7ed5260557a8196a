import { chmodSync, lstatSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { messageOf } from "#core/base/messageOf.ts"
import { EmbeddedDatabaseFailed } from "./databaseErrors.ts"
import { makeFolder } from "./makeFolder.ts"

/** Our entries in a data folder; nothing else in it is touched. */
const ours = /^(database|master\.key|audit\.)/

const others = 0o077
const advice = "Start the server as that user, or give the folder to this one"

/** Removes other users' permissions from an entry and its contents. Returns the number of changed entries. */
const close = (path: string): number => {
  const entry = lstatSync(path)
  if (entry.isSymbolicLink()) return 0
  if (entry.uid !== process.getuid?.()) throw new Error(`${path} belongs to another user (uid ${entry.uid}). ${advice}`)
  const open = (entry.mode & others) !== 0
  if (open) chmodSync(path, entry.isDirectory() ? 0o700 : 0o600)
  const inside = entry.isDirectory() ? readdirSync(path).map((name) => close(join(path, name))) : []
  return inside.reduce((sum, each) => sum + each, open ? 1 : 0)
}

/**
 * Creates the data folder and closes it and our entries to other users of this machine, whatever the umask was. Fails if any of
 * it belongs to another user, who could have prepared its contents.
 */
export const makePrivate = (folder: string): Effect.Effect<void, EmbeddedDatabaseFailed> =>
  Effect.suspend(() => {
    try {
      makeFolder(folder)
      // Other systems have a different permission model.
      if (process.getuid === undefined) return Effect.void
      const { mode, uid } = lstatSync(folder)
      if (uid !== process.getuid()) {
        throw new Error(`it belongs to another user (uid ${uid}). ${advice}`)
      }
      const open = (mode & others) !== 0
      if (open) chmodSync(folder, 0o700)
      const closed = readdirSync(folder)
        .filter((name) => ours.test(name))
        .reduce((sum, name) => sum + close(join(folder, name)), open ? 1 : 0)
      // PostgreSQL makes some files world-readable. Inside a closed folder, other users can't reach them.
      return !open
        ? Effect.void
        : Effect.logWarning("Other users of this machine could open the data folder. Only this user can now.", {
            folder,
            entries: closed
          })
    } catch (cause) {
      const reason = messageOf(cause)
      return Effect.fail(new EmbeddedDatabaseFailed({ folder, reason }))
    }
  })
