import { readFileSync, statSync } from "node:fs"
import type { Failure } from "#cli/output/Failure.ts"

/** The failure for a file that can't be used: its path, what is wrong with it, and what to do. */
type Refuse = (path: string, message: string, next: string) => Failure

const attempt = <A>(path: string, refuse: Refuse, use: () => A): A => {
  try {
    return use()
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw refuse(path, `The file can't be read (${code}).`, "Check its permissions and those of its folder.")
  }
}

/** The size in bytes of a file named on the command line. */
export const sizeOfFile = (path: string, refuse: Refuse): number => {
  const found = attempt(path, refuse, () => statSync(path, { throwIfNoEntry: false }))
  if (found === undefined) throw refuse(path, "File not found.", "Check the name.")
  if (!found.isFile()) throw refuse(path, "This is not a file.", "Give the name of a file.")
  return found.size
}

/** The contents of a file named on the command line. */
export const bytesOfFile = (path: string, refuse: Refuse): Uint8Array<ArrayBuffer> =>
  new Uint8Array(attempt(path, refuse, () => readFileSync(path)))
