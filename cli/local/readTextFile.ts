import { readFileSync } from "node:fs"
import type { Failure } from "#cli/output/Failure.ts"

/** The text of a settings file, without the byte order mark of some Windows editors. Throws `refused` with the reason. */
export const readTextFile = (path: string, refused: (what: string) => Failure): string => {
  try {
    return readFileSync(path, "utf8").replace(/^\uFEFF/, "")
  } catch (error) {
    throw refused(error instanceof Error ? error.message : String(error))
  }
}
