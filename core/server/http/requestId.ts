import { randomBytes } from "node:crypto"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"

/** Where the id is kept: on Node's own request, which all its wrappers share. */
const key = Symbol("requestId")

/** Distinguishes the ids of different processes. */
const process = randomBytes(4).toString("hex")
let count = 0

/** The id of a request: in the response's `x-request-id`, in the body of a failure and in every log line. */
export const requestIdOf = ({ source }: HttpServerRequest): string => {
  const request: { [key]?: string } = source
  request[key] ??= `${process}-${(count++).toString(36)}`
  return request[key]
}
