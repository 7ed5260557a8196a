import { Effect, Exit, Layer, ManagedRuntime } from "effect"
import { FetchHttpClient } from "effect/http"
import { ApiClient } from "#core/api/ApiClient.ts"
import { callFailureOf } from "./CallFailure.ts"
import { session } from "./Session.ts"

const client = ApiClient.layer({ host: location.origin, token: () => session.token }).pipe(
  Layer.provide(FetchHttpClient.layer)
)
const runtime = ManagedRuntime.make(client)

/** The documents' limit of one call, in milliseconds (000 §9). */
const patience = 300_000

let underWay = new AbortController()

/**
 * Makes a call of the contract. Rejects with a `CallFailure`, whatever happened. Nothing is shown and nobody is signed out here:
 * `failures.ts` does that for calls that a person made.
 */
export const call = async <A, E>(
  effect: Effect.Effect<A, E, ApiClient>,
  options: { readonly signal?: AbortSignal } = {}
): Promise<A> => {
  const signals = [underWay.signal, ...(options.signal === undefined ? [] : [options.signal])]
  const exit = await runtime.runPromiseExit(Effect.timeout(effect, patience), { signal: AbortSignal.any(signals) })
  if (Exit.isSuccess(exit)) return exit.value
  throw callFailureOf(exit.cause)
}

/** Gives up every call under way (000 §4: sign-out aborts in-flight requests). */
export const abortCalls = (): void => {
  underWay.abort()
  underWay = new AbortController()
}
