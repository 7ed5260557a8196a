import type { Call } from "#cli/Call.ts"
import { tokenFor } from "#cli/local/connection.ts"
import { Failure } from "./output/Failure.ts"
import { otherLine } from "./output/resumeLine.ts"

/** What a command says if no session is saved for its server. */
export const notSignedIn = (host: string): string => `You aren't signed in to ${host}.`

/** A failure whose next step signs in with the profile and server of the call. A token of the environment would override that. */
export const withSignIn = (failure: Failure, call: Call): Failure => {
  if (failure.facts.code !== "SignedOut") return failure
  const target = call.target()
  const { profile, host } = call.flags
  const flags = { ...(profile === undefined ? {} : { profile }), ...(host === undefined ? {} : { host }) }
  const line = otherLine({ ...call, flags }, "auth login")
  const next =
    call.environment.token === null
      ? `Sign in with: ${line}`
      : `LOCKDESK_TOKEN is set, but it is not valid on ${target.host}. Replace it, or unset it and sign in with: ${line}`
  const message =
    tokenFor(target, call.environment).from === "nowhere" ? notSignedIn(target.host) : failure.facts.message
  return new Failure({ ...failure.facts, message, next })
}
