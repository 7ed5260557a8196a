import { Context, Option } from "effect"
import type { Annotated } from "./Access.ts"

/** The request header with the idempotency key. */
export const requestKeyHeader = "idempotency-key"

/** The header of a response that repeats the one to an earlier request with the same key. */
export const repeatedHeader = "idempotency-replayed"

/**
 * The annotation of endpoints that honor an idempotency key: they create something once per key. If the call is sent again because
 * the response was lost, it gets the first response.
 */
export class DeclaredOnce extends Context.Service<DeclaredOnce, boolean>()("lockdesk/auth/DeclaredOnce") {}

/** Whether a call runs only once per key. */
export const madeOnce = (endpoint: Annotated): boolean =>
  Option.getOrElse(Context.getOption(endpoint.annotations as Context.Context<DeclaredOnce>, DeclaredOnce), () => false)
