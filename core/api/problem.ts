import { Predicate } from "effect"
import { type ProblemExit, problemFacts, type Words } from "#core/base/problem.ts"
import type { AnyProblemClass } from "./problemClasses.ts"

export type { Words } from "#core/base/problem.ts"

/** Every failure a call can return. */
export type Problem = InstanceType<AnyProblemClass>

/** A fact of a failure, which may depend on its data. */
const factOf = <A>(problem: Problem, fact: A | ((data: never) => A)): A =>
  fact instanceof Function ? fact(("data" in problem ? problem.data : undefined) as never) : fact

/** The message of a failure. */
export const words = (problem: Problem): Words => factOf(problem, problem[problemFacts].words)

/** The seconds to wait before a request is repeated; undefined if repeating it doesn't help. */
export const retryAfterOf = (problem: Problem): number | undefined => factOf(problem, problem[problemFacts].retryAfter)

/** The HTTP status of a failure. */
export const problemStatus = (problem: Problem): number => problem[problemFacts].status

/** The exit status of a terminal command after a failure. */
export const problemExit = (problem: Problem): ProblemExit => factOf(problem, problem[problemFacts].exit)

/** Whether a value is a failure that a call can return. */
export const isProblem = (value: unknown): value is Problem => Predicate.hasProperty(value, problemFacts)

/** A test for one kind of failure, for `Effect.catchIf`. */
export const isProblemOf =
  (...tags: ReadonlyArray<Problem["_tag"]>) =>
  (error: unknown): boolean =>
    isProblem(error) && tags.includes(error._tag)
