import { chmodSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { kindOfFile } from "#cli/output/outputPath.ts"

/** Why a file can't be replaced but may still be written: it is mounted by itself, or its folder can't be changed. */
const inPlaceOnly: ReadonlySet<unknown> = new Set(["EACCES", "EPERM", "EROFS", "EBUSY"])

/** A file through its links, which stay, and the unfinished file beside it, which is renamed to it when it is complete. */
export const unfinishedBeside = (named: string): { readonly file: string; readonly unfinished: string } => {
  const file = kindOfFile(named) === null ? named : realpathSync(named)
  return { file, unfinished: `${file}.${process.pid}.new` }
}

/**
 * Replaces a file: it has the old content or all of the new one, also if the disk is full. Only its owner can read it, unless it
 * is `shared`: then it keeps its permissions, or has the usual ones. A device or named pipe takes what is written.
 */
export const replaceFile = (named: string, content: string | Uint8Array, { shared = false } = {}): void => {
  const kind = kindOfFile(named)
  if (kind === "other") return writeFileSync(named, content)
  const { file, unfinished } = unfinishedBeside(named)
  try {
    // A killed process with the same number may have left one.
    rmSync(unfinished, { force: true })
    writeFileSync(unfinished, content, { flag: "wx", mode: shared ? 0o666 : 0o600, flush: true })
    if (!shared) chmodSync(unfinished, 0o600)
    else if (kind === "file") chmodSync(unfinished, statSync(file).mode & 0o777)
    renameSync(unfinished, file)
  } catch (cause) {
    rmSync(unfinished, { force: true })
    if (kind === null || !inPlaceOnly.has((cause as NodeJS.ErrnoException).code)) throw cause
    if (!shared) chmodSync(file, 0o600)
    writeFileSync(file, content, { flush: true })
  }
}
