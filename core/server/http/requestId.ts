import { randomBytes } from "node:crypto"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"

const ids = new WeakMap<object, string>()

/** The id of a request: 12 hex digits, in its answer's `x-request-id`, in a failure's body and in every log line. */
export const requestIdOf = (request: HttpServerRequest): string => {
  const known = ids.get(request.source)
  if (known !== undefined) return known
  const id = randomBytes(6).toString("hex")
  ids.set(request.source, id)
  return id
}
