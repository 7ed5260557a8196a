import type { Call } from "#cli/Call.ts"
import { Failure } from "./Failure.ts"
import { otherLine } from "./resumeLine.ts"

/** A failure whose next step signs in with the profile and server of the call. A token of the environment would override that. */
export const withSignIn = (failure: Failure, call: Call): Failure => {
  if (failure.facts.code !== "SignedOut") return failure
  const { profile, host } = call.flags
  const flags = { ...(profile === undefined ? {} : { profile }), ...(host === undefined ? {} : { host }) }
  const line = otherLine({ ...call, flags }, "auth login")
  const next =
    call.environment.token === null
      ? `Sign in with: ${line}`
      : `LOCKDESK_TOKEN is set, but it is not valid on ${call.target().host}. Replace it, or unset it and sign in with: ${line}`
  return new Failure({ ...failure.facts, next })
}
