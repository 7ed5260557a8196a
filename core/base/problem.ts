import { Schema } from "effect"

/**
 * What every failure carries beside its own facts (DECISIONS, Scope: the response envelope). `error` is the sentence a
 * person reads and `requestId` the request it belongs to; the server fills both in as the failure leaves it.
 */
export const problemFields = {
  error: Schema.optionalKey(Schema.String),
  requestId: Schema.optionalKey(Schema.String)
}

/** One thing wrong in what was sent: where, and what was expected there. */
export const FieldIssue = Schema.Struct({ path: Schema.String, message: Schema.String })
export type FieldIssue = typeof FieldIssue.Type

/** A failure as it travels: `{ error, code, requestId, data? }`, the code being the tag of the class. */
export const wire = <
  Self extends Schema.Constraint & { readonly fields: { readonly _tag: Schema.Constraint } & Schema.Struct.Fields }
>(
  self: Self
) => Schema.encodeKeys<Self, { readonly _tag: "code" }>({ _tag: "code" })(self)
