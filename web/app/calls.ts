import { Cause, Effect, Exit } from "effect"
import { ApiClient } from "#core/api/ApiClient.ts"
import type { CallRequest } from "#core/api/calls/callRequest.ts"
import { loadCall } from "#core/api/calls/loadCall.ts"
import type { EndpointRef } from "#core/commands/endpoints.ts"
import { reachability } from "#web/app/reachability.ts"
import { callFailureOf } from "./CallFailure.ts"
import { now } from "./clock.ts"
import { effectClient, Progress } from "./effectClient.ts"
import { bytesIn, type Caller, type FetchOptions, jsonIn, NoAnswer, responseOf } from "./fetchCall.ts"
import { answeredAgain } from "./retryPause.ts"
import { session } from "./Session.ts"

/** The user of this page, acting for the company that they chose. */
const ownCaller: Caller = { host: location.origin, token: () => session.token, companyID: () => session.companyID }

/** Whoever has a token, acting for a company; null is their own. */
export const callerWith = (token: string, companyID: number | null = null): Caller => ({
  host: location.origin,
  token: () => token,
  companyID: () => companyID
})

/** The documents' limit of one call, in milliseconds (000 §9). */
const patience = 300_000

let underWay = new AbortController()

let refused: (token: string) => void = () => undefined

/** Sets what happens when the server does not know the token of a call any more; `failures.ts` does. */
export const onSignedOut = (listener: (token: string) => void): void => {
  refused = listener
}

interface CallOptions extends FetchOptions {
  /** Whom it is made for, where that is not the user of this page. */
  readonly caller?: Caller
}

/** Ends what takes longer than a call may, and tells the rest of the console how it went. Rejects with a `CallFailure`. */
const watched = async <A>(options: CallOptions, make: (signal: AbortSignal) => Promise<A>): Promise<A> => {
  const { token } = session
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new NoAnswer("it took too long")), patience)
  const given = options.signal === undefined ? [] : [options.signal]
  const signal = AbortSignal.any([underWay.signal, late.signal, ...given])
  try {
    const answer = await make(signal)
    signal.throwIfAborted()
    answeredAgain()
    reachability.answered(now())
    return answer
  } catch (error) {
    const failure = callFailureOf(signal.aborted ? signal.reason : error)
    if (failure.offline) reachability.unanswered(now())
    else if (failure.problem !== null) reachability.answered(now())
    if (failure.problem?._tag === "SignedOut" && token !== null) refused(token)
    throw failure
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Makes a call of the contract. Rejects with a `CallFailure`, whatever happened. Nothing is shown here: `tellFailure` of
 * `failures.ts` does that for calls that a person made. A token that the server refuses ends the session, whoever called.
 */
export const call = <A, E>(effect: Effect.Effect<A, E, ApiClient>, options: CallOptions = {}): Promise<A> =>
  watched(options, async (signal) => {
    const made = effect.pipe(
      Effect.provideService(ApiClient, effectClient(options.caller ?? ownCaller)),
      Effect.provideService(Progress, options.sent ?? null)
    )
    const exit = await Effect.runPromiseExit(made, { signal })
    if (Exit.isSuccess(exit)) return exit.value
    throw Cause.squash(exit.cause)
  })

const respond = async (ref: string, request: CallRequest, signal: AbortSignal) => {
  const spec = await loadCall(ref)
  if (spec === undefined) throw new Error(`the contract has no call ${ref}`)
  return responseOf(ownCaller, spec, request, { signal })
}

/** Makes a call and hands on its JSON unread: whoever reads a long list does so a few rows at a time. */
export const callForJson = (ref: EndpointRef, request: CallRequest, options: CallOptions = {}): Promise<unknown> =>
  watched(options, async (signal) => jsonIn(await respond(ref, request, signal)))

/** Makes a call that answers with a file, whose bytes are used as they come. */
export const callForBytes = <A>(
  ref: EndpointRef,
  request: CallRequest,
  use: (bytes: AsyncIterable<Uint8Array>) => Promise<A>,
  options: CallOptions = {}
): Promise<A> => watched(options, async (signal) => use(bytesIn(await respond(ref, request, signal))))

/** Gives up every call under way (000 §4: sign-out aborts in-flight requests). */
export const abortCalls = (): void => {
  underWay.abort()
  underWay = new AbortController()
}
