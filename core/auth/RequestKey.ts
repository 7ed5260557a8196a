import { Context, Option } from "effect"
import type { Annotated } from "./Access.ts"

/** The request header with the idempotency key. */
export const requestKeyHeader = "idempotency-key"

/** The header of a response that repeats the one to an earlier request with the same key. */
export const repeatedHeader = "idempotency-replayed"

/**
 * The idempotency key that the client sends with the calls of an effect; null for none. A call that creates something
 * runs once per key. If it is sent again because the response was lost, it gets the first response.
 */
export const RequestKey = Context.Reference<string | null>("lockdesk/auth/RequestKey", { defaultValue: () => null })

/** The annotation of endpoints that honor an idempotency key. */
export class DeclaredOnce extends Context.Service<DeclaredOnce, boolean>()("lockdesk/auth/DeclaredOnce") {}

/** Whether a call runs only once per key. */
export const madeOnce = (endpoint: Annotated): boolean =>
  Option.getOrElse(Context.getOption(endpoint.annotations as Context.Context<DeclaredOnce>, DeclaredOnce), () => false)
