import { Effect } from "effect"
import { Malformed } from "#core/api/ApiErrors.ts"
import { isThisMachine } from "#core/base/loopback.ts"

/** The console page that sets a password with a one-time link (000 §2). */
const setPasswordPath = "/setpassword"

/**
 * Strips everything from a reset link but its page; null if that is not the set-password page of an allowed origin. `ours`
 * starts with the public address: while that is this machine (the default), every name and port of this machine is allowed.
 */
const resetPage = (resetLink: string, ours: ReadonlyArray<string>): string | null => {
  const link = URL.parse(resetLink)
  if (link === null || link.pathname !== setPasswordPath || link.username !== "" || link.password !== "") return null
  const origins = ours.map((address) => URL.parse(address)).filter((origin) => origin !== null)
  const local = isThisMachine(origins[0]?.hostname ?? "") && isThisMachine(link.hostname) && link.protocol === "http:"
  return local || origins.some(({ origin }) => origin === link.origin) ? link.origin + setPasswordPath : null
}

/** Adds a one-time id to such a page. */
export const withUid = (page: string, uid: string): string => `${page}?uid=${uid}`

/**
 * The set-password page named by the caller, or this server's own. A page of another origin is malformed: our emails never link
 * elsewhere. `Problems` declares that failure for every call.
 */
export const passwordPage = (
  settings: { readonly publicAddress: string; readonly allowedOrigins: ReadonlyArray<string> },
  resetLink?: string
): Effect.Effect<string> => {
  const ours = settings.publicAddress + setPasswordPath
  const page = resetPage(resetLink ?? ours, [settings.publicAddress, ...settings.allowedOrigins])
  if (page !== null) return Effect.succeed(page)
  const issue = { path: "resetLink", message: `Expected ${ours}, at the server's public address` }
  return Effect.die(new Malformed({ data: { issues: [issue] } }))
}

/** The page that confirms a new email: the password page, which is open with and without a session (000 §2). */
export const newEmailPage = (publicAddress: string, uid: string): string =>
  `${withUid(publicAddress + setPasswordPath, uid)}&for=email`
