import { Context, Data, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { CompanyId, UserId } from "#core/base/ids.ts"

/** The idempotency key of a request, and what it was sent for. */
export interface KeyedRequest {
  readonly userID: UserId
  readonly companyID: CompanyId
  readonly key: string
  /** Hash of method, URL and body: sending another request with the same key is a client error. */
  readonly digest: Uint8Array
  readonly at: string
  /** Stores the JSON of a successful response, sealed. */
  readonly keep: (json: string) => Effect.Effect<void, SqlError>
}

/** The current request's key; null if the client sent none or the call doesn't support keys. */
export const RequestUnderWay = Context.Reference<KeyedRequest | null>("lockdesk/server/db/RequestUnderWay", {
  defaultValue: () => null
})

/** A request with this key was already carried out. Handlers treat it as a defect; the guard turns it into a response. */
export class RequestRepeated extends Data.TaggedError("RequestRepeated") {}

/**
 * Stores the current request's key in the transaction that creates something, so that both are committed or neither. Waits for
 * a concurrent request with the same key, and dies with `RequestRepeated` if that one committed.
 */
export const claimRequestKey = (sql: SqlClient.SqlClient): Effect.Effect<void, SqlError> =>
  Effect.flatMap(RequestUnderWay, (request) => {
    if (request === null) return Effect.void
    const { userID, companyID, key, digest, at } = request
    return Effect.flatMap(
      sql`
        INSERT INTO request_keys (user_id, key, company_id, digest, made_at)
        VALUES (${userID}, ${key}, ${companyID}, ${digest}, ${at}::timestamptz)
        ON CONFLICT DO NOTHING RETURNING 1`,
      (claimed) => (claimed.length === 1 ? Effect.void : Effect.die(new RequestRepeated()))
    )
  })

/**
 * Stores the response with what was created, in its transaction: for a secret that is shown only once, which would be lost if the
 * server stopped between the two.
 */
export const keepFirstAnswer = (answer: object): Effect.Effect<void, SqlError> =>
  Effect.flatMap(RequestUnderWay, (request) => (request === null ? Effect.void : request.keep(JSON.stringify(answer))))
