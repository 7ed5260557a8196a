import { Option, Predicate, Schema } from "effect"
import { wire } from "#core/base/problem.ts"
import type { ServerFault } from "./ApiErrors.ts"
import * as modules from "./failures.ts"

type ClassIn<Module> = Module extends unknown ? Extract<Module[keyof Module], new (...args: never) => unknown> : never

/** The class of a failure that a call can return. */
export type AnyProblemClass = ClassIn<(typeof modules)[keyof typeof modules]>

/** Every failure class. Loaded only to look up a failure by its code; other code already has the class. */
export const problemClasses: ReadonlyArray<AnyProblemClass> = Object.values(modules).flatMap((module) =>
  Object.values<unknown>(module).filter(
    (value): value is AnyProblemClass => typeof value === "function" && "identifier" in value
  )
)

/** Decodes the failure in a response body (`{ error, code, requestId, data? }`), or null if it is not a known one. */
export const problemOfBody = (body: unknown): InstanceType<AnyProblemClass> | null => {
  const known = problemClasses.find(({ identifier }) => Predicate.hasProperty(body, "code") && body.code === identifier)
  if (known === undefined) return null
  const codec: Schema.Top = wire(known as Schema.Top as typeof ServerFault)
  return Option.getOrNull(Schema.decodeUnknownOption(codec as Schema.Codec<InstanceType<AnyProblemClass>>)(body))
}
