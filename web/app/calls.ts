import { Effect, Exit, Layer, ManagedRuntime } from "effect"
import { FetchHttpClient } from "effect/http"
import { ApiClient } from "#core/api/ApiClient.ts"
// Here from the beginning, though the client asks for it late: what is not here cannot be had while the server is away.
import "#core/api/contractCalls.ts"
import { reachability } from "#web/sync/reachability.ts"
import { callFailureOf } from "./CallFailure.ts"
import { now } from "./clock.ts"
import { session } from "./Session.ts"

/** A client for the session of a token. */
export const clientFor = (token: () => string | null) =>
  ApiClient.layer({ host: location.origin, token }).pipe(Layer.provide(FetchHttpClient.layer))

const runtime = ManagedRuntime.make(clientFor(() => session.token))

/** The documents' limit of one call, in milliseconds (000 §9). */
const patience = 300_000

let underWay = new AbortController()

let refused: (token: string) => void = () => undefined

/** Sets what happens when the server does not know the token of a call any more; `failures.ts` does. */
export const onSignedOut = (listener: (token: string) => void): void => {
  refused = listener
}

/**
 * Makes a call of the contract. Rejects with a `CallFailure`, whatever happened. Nothing is shown here: `tellFailure` of
 * `failures.ts` does that for calls that a person made. A token that the server refuses ends the session, whoever called.
 */
export const call = async <A, E>(
  effect: Effect.Effect<A, E, ApiClient>,
  options: { readonly signal?: AbortSignal } = {}
): Promise<A> => {
  const { token } = session
  const signals = [underWay.signal, ...(options.signal === undefined ? [] : [options.signal])]
  const exit = await runtime.runPromiseExit(Effect.timeout(effect, patience), { signal: AbortSignal.any(signals) })
  if (Exit.isSuccess(exit)) {
    reachability.answered(now())
    return exit.value
  }
  const failure = callFailureOf(exit.cause)
  if (failure.offline) reachability.unanswered(now())
  else if (failure.problem !== null) reachability.answered(now())
  if (failure.problem?._tag === "SignedOut" && token !== null) refused(token)
  throw failure
}

/** Gives up every call under way (000 §4: sign-out aborts in-flight requests). */
export const abortCalls = (): void => {
  underWay.abort()
  underWay = new AbortController()
}
