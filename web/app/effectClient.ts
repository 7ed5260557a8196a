import { Context, Effect } from "effect"
import { type ApiClient, clientOf } from "#core/api/ApiClient.ts"
import type { Call } from "#core/api/Call.ts"
import type { CallRequest } from "#core/api/calls/callRequest.ts"
import type { CallSpec } from "#core/api/calls/CallSpec.ts"
import { loadCall } from "#core/api/calls/loadCall.ts"
import { now } from "./clock.ts"
import { answerIn, type Caller, mayChange, responseOf } from "./fetchCall.ts"
import { loadModule } from "./loadModule.ts"

/** Called with the share of the request that was uploaded, from 0 to 1; null for no callback. */
export const Progress = Context.Reference<((share: number) => void) | null>("lockdesk/web/Progress", {
  defaultValue: () => null
})

/** The typed API client over `fetch`. Responses expose only status and headers. */
export const effectClient = (caller: Caller): ApiClient["Service"] =>
  clientOf(async (group, endpoint) => {
    const spec = await loadCall(`${group}.${endpoint}`)
    if (spec === undefined) throw new Error(`the contract has no call ${group}.${endpoint}`)
    return callOf(caller, spec)
  })

const callOf =
  (caller: Caller, spec: CallSpec): Call =>
  (given) =>
    Effect.flatMap(Progress, (sent) =>
      Effect.tryPromise({
        try: async (signal) => {
          const began = now()
          if (mayChange(caller, spec)) caller.changing?.()
          const options = { signal, ...(sent === null ? {} : { sent }) }
          try {
            return await (spec.once === true ? madeOnce : made)(caller, spec, (given ?? {}) as CallRequest, options)
          } catch (error) {
            if (mayChange(caller, spec)) caller.changeFailed?.(spec, error, began)
            throw error
          }
        },
        catch: (error) => error
      })
    )

type Made = (...args: Parameters<typeof responseOf>) => Promise<unknown>

let requestKeyOf: (typeof import("./requestKeys.ts"))["requestKeyOf"] | undefined

/** Loads what makes idempotency keys, only once, because it remembers them. */
export const loadRequestKeys = async () =>
  (requestKeyOf ??= (await loadModule(() => import("./requestKeys.ts"))).requestKeyOf)

/** Repeating the call after a failure sends the same idempotency key, so the server creates nothing twice. */
const madeOnce: Made = async (caller, spec, request, options) => {
  const { key, succeeded } = (await loadRequestKeys())(caller, spec, request)
  const answer = await made(caller, spec, request, { ...options, requestKey: key })
  succeeded()
  return answer
}

const made: Made = async (caller, spec, request, options) => {
  const response = await responseOf(caller, spec, request, options)
  const facts = { status: response.status, headers: Object.fromEntries(response.headers) }
  if (request.responseMode === "response-only") return facts
  const answer = spec.answer === "bytes" ? await streamIn(response) : await answerIn(caller, spec, response)
  if (mayChange(caller, spec)) caller.changed?.(response.headers, answer)
  return request.responseMode === "decoded-and-response" ? [answer, facts] : answer
}

/** Effect's streams load with the first file. */
const streamIn = async ({ body }: Response) => {
  const { bytesOf } = await loadModule(() => import("./bytesOf.ts"))
  return bytesOf(body)
}
