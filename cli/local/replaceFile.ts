import { chmodSync, existsSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs"

/**
 * Replaces a file, which only its owner can read: it has the old text or all of the new one, also if the disk is full. A link to
 * the file stays one.
 */
export const replaceFile = (named: string, text: string): void => {
  const path = existsSync(named) ? realpathSync(named) : named
  const unfinished = `${path}.${process.pid}.new`
  try {
    writeFileSync(unfinished, text, { flag: "wx", mode: 0o600, flush: true })
    chmodSync(unfinished, 0o600)
    renameSync(unfinished, path)
  } catch (cause) {
    rmSync(unfinished, { force: true })
    throw cause
  }
}
