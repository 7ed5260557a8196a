import type { Call } from "#cli/Call.ts"
import { Failure } from "./Failure.ts"
import { otherLine } from "./resumeLine.ts"

/** A failure whose next step signs in with the profile and server of the call. */
export const withSignIn = (failure: Failure, call: Call): Failure => {
  if (failure.facts.code !== "SignedOut") return failure
  const { profile, host } = call.flags
  const flags = { ...(profile === undefined ? {} : { profile }), ...(host === undefined ? {} : { host }) }
  return new Failure({ ...failure.facts, next: `Sign in with: ${otherLine({ ...call, flags }, "auth login")}` })
}
