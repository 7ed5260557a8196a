import { readFileSync } from "node:fs"
import { messageOf } from "#core/base/messageOf.ts"
import type { Failure } from "#cli/output/Failure.ts"

/** A text without the byte order mark that some Windows editors and shells put before it. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, "")

/** The text of a settings file. Throws `refused` with the reason. */
export const readTextFile = (path: string, refused: (what: string) => Failure): string => {
  try {
    return withoutMark(readFileSync(path, "utf8"))
  } catch (error) {
    throw refused(messageOf(error))
  }
}
