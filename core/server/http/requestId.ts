import { randomBytes } from "node:crypto"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"

/** Where the id is kept: on Node's own request, which every view of it shares. */
const key = Symbol("requestId")

/** Tells the ids of one process from those of another. */
const process = randomBytes(4).toString("hex")
let count = 0

/** The id of a request: in its answer's `x-request-id`, in a failure's body and in every log line. */
export const requestIdOf = ({ source }: HttpServerRequest): string => {
  const request: { [key]?: string } = source
  request[key] ??= `${process}-${(count++).toString(36)}`
  return request[key]
}
