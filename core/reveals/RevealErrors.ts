import { Schema } from "effect"
import { problemFields } from "#core/base/problem.ts"

/** Restricted Personnel cannot reveal (001 §6). */
export class RevealDenied extends Schema.TaggedError<RevealDenied>()("RevealDenied", problemFields, {
  httpApiStatus: 403
}) {}

/** Reveals exist only while the hide-lock-codes setting is on (001 §6). */
export class RevealNotOffered extends Schema.TaggedError<RevealNotOffered>()("RevealNotOffered", problemFields, {
  httpApiStatus: 422
}) {}

/** A reveal needs one of the five reasons, or free text for Other (001 §5). */
export class ReasonRequired extends Schema.TaggedError<ReasonRequired>()("ReasonRequired", problemFields, {
  httpApiStatus: 422
}) {}
