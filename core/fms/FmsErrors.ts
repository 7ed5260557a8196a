import { Schema } from "effect"
import { problemFields } from "#core/base/problem.ts"

/** The company has no run of this id before the user. */
export class FmsRunNotFound extends Schema.TaggedError<FmsRunNotFound>()("FmsRunNotFound", problemFields, {
  httpApiStatus: 404
}) {}

/** Nothing of what was asked for has a connection to test: no FMS, one that is reached by CSV only, or nothing changed. */
export class FmsNothingToTest extends Schema.TaggedError<FmsNothingToTest>()("FmsNothingToTest", problemFields, {
  httpApiStatus: 422
}) {}
