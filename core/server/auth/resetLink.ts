import { isThisMachine } from "#core/base/loopback.ts"

/** The page of the console that sets a password from a one-time address (000 §2). */
const setPasswordPath = "/setpassword"

/**
 * The page that a reset link leads to, without anything else the caller may have written into it; null for one that is
 * not the set-password page of an origin of ours. `ours` begins with the public address: where that is this machine,
 * as it is until somebody sets it, so is every name and port of this machine.
 */
export const resetPage = (resetLink: string, ours: ReadonlyArray<string>): string | null => {
  const link = URL.parse(resetLink)
  if (link === null || link.pathname !== setPasswordPath || link.username !== "" || link.password !== "") return null
  const origins = ours.map((address) => URL.parse(address)).filter((origin) => origin !== null)
  const local = isThisMachine(origins[0]?.hostname ?? "") && isThisMachine(link.hostname) && link.protocol === "http:"
  return local || origins.some(({ origin }) => origin === link.origin) ? link.origin + setPasswordPath : null
}

/** The address of such a page for one use. */
export const withUid = (page: string, uid: string): string => `${page}?uid=${uid}`
