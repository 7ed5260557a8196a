import { Effect } from "effect"
import { Malformed } from "#core/api/ApiErrors.ts"
import { isThisMachine } from "#core/base/loopback.ts"

/** The page of the console that sets a password from a one-time address (000 §2). */
const setPasswordPath = "/setpassword"

/**
 * The page that a reset link leads to, without anything else the caller may have written into it; null for one that is
 * not the set-password page of an origin of ours. `ours` begins with the public address: where that is this machine,
 * as it is until somebody sets it, so is every name and port of this machine.
 */
const resetPage = (resetLink: string, ours: ReadonlyArray<string>): string | null => {
  const link = URL.parse(resetLink)
  if (link === null || link.pathname !== setPasswordPath || link.username !== "" || link.password !== "") return null
  const origins = ours.map((address) => URL.parse(address)).filter((origin) => origin !== null)
  const local = isThisMachine(origins[0]?.hostname ?? "") && isThisMachine(link.hostname) && link.protocol === "http:"
  return local || origins.some(({ origin }) => origin === link.origin) ? link.origin + setPasswordPath : null
}

/** The address of such a page for one use. */
export const withUid = (page: string, uid: string): string => `${page}?uid=${uid}`

/**
 * The set-password page that a caller names, or this server's own. One of another origin is malformed: no mail of ours leads
 * elsewhere. `Problems` declares that for every call.
 */
export const passwordPage = (
  settings: { readonly publicAddress: string; readonly allowedOrigins: ReadonlyArray<string> },
  resetLink = settings.publicAddress + setPasswordPath
): Effect.Effect<string> => {
  const page = resetPage(resetLink, [settings.publicAddress, ...settings.allowedOrigins])
  if (page !== null) return Effect.succeed(page)
  const issue = { path: "resetLink", message: "Expected the set-password page of this server" }
  return Effect.die(new Malformed({ data: { issues: [issue] } }))
}

/** The page that a new email is confirmed on: that of the password, which is open with and without a session (000 §2). */
export const newEmailPage = (publicAddress: string, uid: string): string =>
  `${withUid(publicAddress + setPasswordPath, uid)}&for=email`
