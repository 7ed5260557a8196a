import { chmodSync, closeSync, existsSync, fdatasyncSync, openSync, readdirSync, renameSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { openDurablePglite } from "./durablePglite.ts"

/**
 * Creates the PGlite data folder `folder` atomically: it is created beside its place, flushed to disk, and then renamed.
 * Removes what an interrupted attempt left behind. Throws if that path already exists as something else.
 */
export const createDataFolder = async (folder: string, onStop: (reason: string) => never): Promise<void> => {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${folder} is not empty and is not a database (no PG_VERSION in it)`)
  }
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const engine = await openDurablePglite(unfinished, onStop)
  await engine.close()
  syncTree(unfinished)
  renameSync(unfinished, folder)
  syncPath(dirname(folder))
}

/** initdb runs in memory, and its files are copied out unsynced and world-readable. This fixes both. */
const syncTree = (folder: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) {
      chmodSync(path, 0o600)
      syncPath(path)
    }
  }
  chmodSync(folder, 0o700)
  syncPath(folder)
}

const syncPath = (path: string): void => {
  const fd = openSync(path, "r")
  try {
    fdatasyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
