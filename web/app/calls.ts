import { Effect, Exit, Layer, ManagedRuntime } from "effect"
import { FetchHttpClient } from "effect/http"
import type { ApiClient } from "#core/api/ApiClient.ts"
import { specifiedClient } from "#core/api/calls/specifiedClient.ts"
import { reachability } from "#web/app/reachability.ts"
import { callFailureOf } from "./CallFailure.ts"
import { now } from "./clock.ts"
import { answeredAgain } from "./retryPause.ts"
import { session } from "./Session.ts"

/** A client for the session of a token, acting for a company; null is the user's own. */
export const clientFor = (token: () => string | null, companyID: () => number | null = () => null) =>
  specifiedClient({ host: location.origin, token, companyID }).pipe(Layer.provide(FetchHttpClient.layer))

const runtime = ManagedRuntime.make(
  clientFor(
    () => session.token,
    () => session.companyID
  )
)

/** The documents' limit of one call, in milliseconds (000 §9). */
const patience = 300_000

let underWay = new AbortController()

let refused: (token: string) => void = () => undefined

/** Sets what happens when the server does not know the token of a call any more; `failures.ts` does. */
export const onSignedOut = (listener: (token: string) => void): void => {
  refused = listener
}

/** Sends as `fetch` does and tells how much of it is on its way, from 0 to 1, which `fetch` cannot. */
const tellingFetch =
  (sent: (share: number) => void): typeof fetch =>
  (input, { method = "GET", headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, input instanceof Request ? input.url : input)
      request.responseType = "arraybuffer"
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => sent(total === 0 ? 1 : loaded / total)
      request.onload = () => {
        const lines = request.getAllResponseHeaders().trim().split("\r\n")
        const told = lines.map((line): [string, string] => {
          const [name = "", ...value] = line.split(": ")
          return [name, value.join(": ")]
        })
        resolve(new Response(request.response as ArrayBuffer, { status: request.status, headers: told }))
      }
      request.onerror = () => reject(new TypeError("The server did not answer"))
      request.onabort = () => reject(new DOMException("Given up", "AbortError"))
      signal?.addEventListener("abort", () => request.abort())
      request.send(body as XMLHttpRequestBodyInit)
    })

/**
 * Makes a call of the contract. Rejects with a `CallFailure`, whatever happened. Nothing is shown here: `tellFailure` of
 * `failures.ts` does that for calls that a person made. A token that the server refuses ends the session, whoever called.
 */
export const call = async <A, E>(
  effect: Effect.Effect<A, E, ApiClient>,
  options: { readonly signal?: AbortSignal; readonly sent?: (share: number) => void } = {}
): Promise<A> => {
  const { token } = session
  const { sent } = options
  const made = sent === undefined ? effect : Effect.provideService(effect, FetchHttpClient.Fetch, tellingFetch(sent))
  const signals = [underWay.signal, ...(options.signal === undefined ? [] : [options.signal])]
  const exit = await runtime.runPromiseExit(Effect.timeout(made, patience), { signal: AbortSignal.any(signals) })
  if (Exit.isSuccess(exit)) {
    answeredAgain()
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
