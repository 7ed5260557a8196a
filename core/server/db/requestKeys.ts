import { Context, Data, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"

/** The key of a request, with what it was sent for. */
export interface KeyedRequest {
  readonly userID: number
  readonly companyID: number
  readonly key: string
  /** Sum of the call, its address and its body: another request with the same key is a mistake of the client. */
  readonly digest: Uint8Array
  readonly at: string
}

/** The keyed request under way; null where the client sent no key, or the call honors none. */
export const RequestUnderWay = Context.Reference<KeyedRequest | null>("lockdesk/server/db/RequestUnderWay", {
  defaultValue: () => null
})

/** A request with this key was carried out already. A defect for whoever handles the call; the guard answers it. */
export class RequestRepeated extends Data.TaggedError("RequestRepeated") {}

/**
 * Notes the key of the request under way, in the transaction of what it creates: both are kept, or neither. Waits for another
 * request with the same key that is under way, and dies with `RequestRepeated` where that one was carried out.
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
