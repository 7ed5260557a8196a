import type { HttpServerRequest } from "effect/http/HttpServerRequest"

/** Where the user is kept: on Node's own request, which every view of it shares. */
const key = Symbol("requestUser")

interface Noted {
  [key]?: number
}

/** Notes whose request it is, for the log line of one that is refused. */
export const noteUser = ({ source }: HttpServerRequest, userID: number): void => {
  const request: Noted = source
  request[key] = userID
}

/** The id of the user whose request it is, as far as anybody has found out; null otherwise. */
export const notedUser = ({ source }: HttpServerRequest): number | null => {
  const request: Noted = source
  return request[key] ?? null
}
