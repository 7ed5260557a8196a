import { Context, Option, type Schema } from "effect"
import type { Annotated } from "./Access.ts"

/**
 * The annotation of endpoints to which clients send a whole form of another subject, of which the call takes a part. Its other
 * fields are ignored, not refused.
 */
export class SentBack extends Context.Service<SentBack, Schema.Top>()("lockdesk/auth/SentBack") {}

/** The form that clients send to an endpoint, if it takes only a part of it. */
export const sentBackTo = (endpoint: Annotated): Schema.Top | undefined =>
  Option.getOrUndefined(Context.getOption(endpoint.annotations as Context.Context<SentBack>, SentBack))
