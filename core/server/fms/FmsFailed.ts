import { Schema } from "effect"
import { type FmsStage, fmsStages } from "#core/fms/fmsStages.ts"

/**
 * A failed connection. `code` is the observed error, never anything that was sent; `sample` is a redacted excerpt of an
 * unexpected response.
 */
export class FmsFailed extends Schema.TaggedError<FmsFailed>()("FmsFailed", {
  stage: Schema.Literals(fmsStages),
  code: Schema.String,
  retryAt: Schema.NullOr(Schema.String),
  sample: Schema.NullOr(Schema.String)
}) {}

/** A failure at a stage. */
export const failedAt = (stage: FmsStage, code: string, more: { retryAt?: string; sample?: string } = {}): FmsFailed =>
  new FmsFailed({ stage, code, retryAt: more.retryAt ?? null, sample: more.sample ?? null })
