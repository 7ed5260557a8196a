import type { CallRequest } from "#core/api/calls/callRequest.ts"
import type { CallSpec } from "#core/api/calls/CallSpec.ts"
import type { Caller } from "./fetchCall.ts"

/**
 * Idempotency keys of requests that haven't succeeded, by a hash of the request. The server may have saved even if
 * the response was lost.
 */
const open = new Map<number, string>()

/** The session whose keys they are. */
let owner: string | null = null

/** A 53-bit hash of a text (cyrb53), so that the request itself isn't kept. */
const sumOf = (text: string): number => {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0)
}

/** A body as JSON can show it. It doesn't show the fields of forms. */
const factsOf = (payload: unknown): unknown =>
  payload instanceof FormData
    ? [...payload].map(([name, value]) =>
        typeof value === "string" ? [name, value] : [name, value.name, value.size, value.lastModified]
      )
    : payload

/**
 * The key of a request: a new one for each request, but the same for retries until it succeeds. Another session's request forgets
 * those of the earlier one.
 */
export const requestKeyOf = (caller: Caller, { path }: CallSpec, { params, query, payload }: CallRequest) => {
  const token = caller.token()
  if (token !== owner) open.clear()
  owner = token
  const sum = sumOf(JSON.stringify([path, caller.companyID(), params, query, factsOf(payload)]))
  const key =
    open.get(sum) ?? Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-")
  open.set(sum, key)
  return { key, succeeded: () => void open.delete(sum) }
}
