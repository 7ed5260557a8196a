import { Effect } from "effect"
import type { Problem } from "#core/api/problem.ts"

/** Keeps a refusal that the call declares. Any other is a bug on our side, and becomes a defect. */
export const declaredRefusal =
  <const Tags extends ReadonlyArray<Problem["_tag"]>>(...tags: Tags) =>
  (problem: Problem): Effect.Effect<never, Extract<Problem, { readonly _tag: Tags[number] }>> =>
    tags.includes(problem._tag)
      ? Effect.fail(problem as Extract<Problem, { readonly _tag: Tags[number] }>)
      : Effect.die(new Error(`${problem._tag} is not declared by this call`, { cause: problem }))
