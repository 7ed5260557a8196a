import { Context, Option } from "effect"
import type { Annotated } from "./Access.ts"

/** The header in which a client sends the key of a request. */
export const requestKeyHeader = "idempotency-key"

/** Of an answer that is the one a request with the same key already got. */
export const repeatedHeader = "idempotency-replayed"

/**
 * The key that a client sends with the calls of an effect; null for none. A call that creates something is made once for each
 * key: sent again, because its answer was lost, it gets the first answer.
 */
export const RequestKey = Context.Reference<string | null>("lockdesk/auth/RequestKey", { defaultValue: () => null })

/** The annotation of an endpoint that honors the key of a request. */
export class DeclaredOnce extends Context.Service<DeclaredOnce, boolean>()("lockdesk/auth/DeclaredOnce") {}

/** Whether a call is made only once for each key. */
export const madeOnce = (endpoint: Annotated): boolean =>
  Option.getOrElse(Context.getOption(endpoint.annotations as Context.Context<DeclaredOnce>, DeclaredOnce), () => false)
