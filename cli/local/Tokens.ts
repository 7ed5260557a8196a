import { Schema } from "effect"
import { join } from "node:path"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure } from "#cli/output/Failure.ts"
import { replaceFile } from "./replaceFile.ts"
import { folderExposed, modeText, readIfThere, statIfThere, writeInFolder } from "./Settings.ts"

/** A stored session: only for the host that issued it. */
export const KeptToken = Schema.Struct({ host: Schema.String, email: Schema.String, token: Schema.String })
export type KeptToken = typeof KeptToken.Type

const Tokens = Schema.Record(Schema.String, KeptToken)
export type Tokens = typeof Tokens.Type

/** The path of the tokens. */
export const tokensFile = (folder: string): string => join(folder, "tokens.json")

/** Why the tokens can't be trusted: someone other than their owner could have read them. Null if the file is safe. */
export const tokensExposed = (folder: string): Failure | null => {
  const exposed = folderExposed(folder)
  if (exposed !== null) return exposed
  const file = tokensFile(folder)
  const found = statIfThere(file)
  // Windows has no such permission bits; its home folders are private by inheritance.
  if (found === null || process.platform === "win32") return null
  const uid = process.getuid?.()
  const problem =
    (found.mode & 0o077) !== 0
      ? `Other users can read or change ${file} (mode ${modeText(found.mode)}).`
      : uid !== undefined && found.uid !== uid
        ? `${file} belongs to another user.`
        : null
  return problem === null
    ? null
    : new Failure({
        code: "TokensExposed",
        message: `${problem} The tokens in it were not used.`,
        next: `Fix it with: chmod 600 '${file}'. If someone may have read it, sign in again.`,
        exit: exitCodes.failed
      })
}

/** The tokens by profile. Throws if `tokensExposed` finds a problem, or the file is invalid. */
export const readTokens = (folder: string): Tokens => {
  const exposed = tokensExposed(folder)
  if (exposed !== null) throw exposed
  const text = readIfThere(tokensFile(folder))
  if (text === null) return {}
  try {
    return Schema.decodeUnknownSync(Tokens)(JSON.parse(text))
  } catch {
    // Don't include the reason: it could quote a token.
    throw new Failure({
      code: "TokensUnreadable",
      message: `${tokensFile(folder)} is not a valid token file.`,
      next: "Delete it and sign in again.",
      exit: exitCodes.failed
    })
  }
}

/** Stores the token of a profile, or deletes it if null: atomically, in a file that only its owner can read. */
export const keepToken = (folder: string, profile: string, kept: KeptToken | null): void => {
  writeInFolder(folder, () => {
    const { [profile]: _, ...others } = readTokens(folder)
    const tokens = kept === null ? others : { ...others, [profile]: kept }
    replaceFile(tokensFile(folder), `${JSON.stringify(tokens, null, 2)}\n`)
  })
}
