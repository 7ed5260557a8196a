import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { UserId } from "#core/base/ids.ts"

/** Where the user is kept: on Node's own request, which all its wrappers share. */
const key = Symbol("requestUser")

interface Noted {
  [key]?: number
}

/** Sets the user of a request, for the log line if it is refused. */
export const noteUser = ({ source }: HttpServerRequest, userID: UserId): void => {
  const request: Noted = source
  request[key] = userID
}

/** The user id of a request, if known so far; otherwise null. */
export const notedUser = ({ source }: HttpServerRequest): number | null => {
  const request: Noted = source
  return request[key] ?? null
}
