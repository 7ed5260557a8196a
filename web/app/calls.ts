import { Cause, Effect, Exit } from "effect"
import { ApiClient } from "#core/api/ApiClient.ts"
import { callTimeout } from "#core/api/callTimeout.ts"
import type { CallRequest } from "#core/api/calls/callRequest.ts"
import { loadCall } from "#core/api/calls/loadCall.ts"
import type { CompanyId } from "#core/base/ids.ts"
import type { EndpointRef } from "#core/commands/endpoints.ts"
import { reachability } from "#web/app/reachability.ts"
import { failureOf } from "./CallFailure.ts"
import { effectClient, Progress } from "./effectClient.ts"
import { bytesIn, type Caller, type FetchOptions, jsonIn, NoAnswer, responseOf } from "./fetchCall.ts"
import { loadLostAnswers } from "./loadLostAnswers.ts"
import { session } from "./Session.ts"

/** Without the server, nothing that helps with lost responses may be loaded. The failed call is all there is to say then. */
const withLostAnswers = (use: (lost: Awaited<ReturnType<typeof loadLostAnswers>>) => unknown) =>
  loadLostAnswers().then(use, () => undefined)

/** The user of this page, with the company they act for. */
const ownCaller: Caller = {
  host: location.origin,
  token: () => session.token,
  companyID: () => session.companyID,
  // It has to hear what other tabs change meanwhile.
  changing: () => withLostAnswers(() => undefined),
  changed: (...made) => withLostAnswers(({ claimChanges }) => claimChanges(...made)),
  changeFailed: (...failed) => withLostAnswers(({ tellIfSaved }) => tellIfSaved(...failed))
}

/** A caller with a given token, acting for a company; null for their own. */
export const callerWith = (token: string, companyID: CompanyId | null = null): Caller => ({
  host: location.origin,
  token: () => token,
  companyID: () => companyID
})

let underWay = new AbortController()

let refused: (token: string) => void = () => undefined

/** Sets the handler for a token the server no longer accepts. `failures.ts` does. */
export const onSignedOut = (listener: (token: string) => void): void => {
  refused = listener
}

interface CallOptions extends FetchOptions {
  /** The caller, if it isn't the user of this page. */
  readonly caller?: Caller
}

/** Aborts a call after the timeout and reports its outcome to `reachability`. Rejects with a `CallFailure`. */
const watched = async <A>(options: CallOptions, make: (signal: AbortSignal) => Promise<A>): Promise<A> => {
  const { token } = session
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new NoAnswer("it took too long")), callTimeout)
  const given = options.signal === undefined ? [] : [options.signal]
  const signal = AbortSignal.any([underWay.signal, late.signal, ...given])
  try {
    const answer = await make(signal)
    signal.throwIfAborted()
    reachability.answered()
    return answer
  } catch (error) {
    const failure = await failureOf(signal.aborted ? signal.reason : error)
    if (failure.offline) reachability.unanswered()
    else if (failure.problem !== null) reachability.answered()
    if (failure.problem?._tag === "SignedOut" && token !== null) refused(token)
    throw failure
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Calls an endpoint. Always rejects with a `CallFailure`. Shows no error; use `tellFailure` of `failures.ts` for
 * calls the user started. If the server rejects the token, the session ends, whoever made the call.
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

/** Makes a call and returns its JSON undecoded, so that long lists can be decoded a few rows at a time. */
export const callForJson = (ref: EndpointRef, request: CallRequest, options: CallOptions): Promise<unknown> =>
  watched(options, async (signal) => jsonIn(await respond(ref, request, signal)))

/** Makes a call that returns a file, and processes the bytes as they arrive. */
export const callForBytes = <A>(
  ref: EndpointRef,
  request: CallRequest,
  use: (bytes: AsyncIterable<Uint8Array>) => Promise<A>,
  options: CallOptions
): Promise<A> => watched(options, async (signal) => use(bytesIn(await respond(ref, request, signal))))

/** Aborts all pending calls (000 §4: sign-out aborts in-flight requests). */
export const abortCalls = (): void => {
  underWay.abort()
  underWay = new AbortController()
}
