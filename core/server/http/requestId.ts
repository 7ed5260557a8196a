import { randomBytes } from "node:crypto"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"

const ids = new WeakMap<object, string>()

/** Tells the ids of one process from those of another. */
const process = randomBytes(4).toString("hex")
let count = 0

/** The id of a request: in its answer's `x-request-id`, in a failure's body and in every log line. */
export const requestIdOf = (request: HttpServerRequest): string => {
  const known = ids.get(request.source)
  if (known !== undefined) return known
  count += 1
  const id = `${process}-${count.toString(36)}`
  ids.set(request.source, id)
  return id
}
