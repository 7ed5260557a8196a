import { Option, Predicate, Schema } from "effect"
import { wire } from "#core/base/problem.ts"
import type { ServerFault } from "./ApiErrors.ts"
import * as modules from "./failures.ts"

type ClassIn<Module> = Module extends unknown ? Extract<Module[keyof Module], new (...args: never) => unknown> : never

/** The class of a failure that a call can answer with. */
export type AnyProblemClass = ClassIn<(typeof modules)[keyof typeof modules]>

/**
 * Every failure a call can answer with. Loaded by whoever gets one by its code alone; others know it by the class they were given.
 */
export const problemClasses: ReadonlyArray<AnyProblemClass> = Object.values(modules).flatMap((module) =>
  Object.values<unknown>(module).filter((value): value is AnyProblemClass => typeof value === "function")
)

/** The failure that the body of an answer tells (`{ error, code, requestId, data? }`), or null where it is none we know. */
export const problemOfBody = (body: unknown): InstanceType<AnyProblemClass> | null => {
  const known = problemClasses.find(({ identifier }) => Predicate.hasProperty(body, "code") && body.code === identifier)
  if (known === undefined) return null
  const codec: Schema.Top = wire(known as Schema.Top as typeof ServerFault)
  return Option.getOrNull(Schema.decodeUnknownOption(codec as Schema.Codec<InstanceType<AnyProblemClass>>)(body))
}
