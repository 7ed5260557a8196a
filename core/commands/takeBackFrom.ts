import { Effect, Predicate } from "effect"
import { type ApiClient, withClient } from "#core/api/ApiClient.ts"

/** Whether a call was refused because the thing was edited since: the tags of these problems end the same way. */
const isChangedSince = (problem: unknown): boolean =>
  Predicate.hasProperty(problem, "_tag") && String(problem._tag).endsWith("ChangedMeanwhile")

/**
 * Undoes the edit that made `made`, by `edit`, which sets the earlier values based on a version. Later edits that were undone as
 * well don't count as conflicts: if the list has the thing just as the edit made it, its newest version is edited.
 */
export const takeBackFrom = <T, A, E, R, F>(undo: {
  readonly made: T
  readonly edit: (from: T) => Effect.Effect<A, E, R>
  readonly list: (client: ApiClient["Service"]) => Effect.Effect<{ readonly data: ReadonlyArray<T> }, F>
  readonly isSame: (now: T, made: T) => boolean
}) =>
  undo.edit(undo.made).pipe(
    Effect.catchIf(isChangedSince, (refusal) =>
      Effect.flatMap(withClient(undo.list), ({ data }) => {
        const now = data.find((each) => undo.isSame(each, undo.made))
        return now === undefined ? Effect.fail(refusal) : undo.edit(now)
      })
    )
  )
