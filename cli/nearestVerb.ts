import { closest } from "#core/base/closest.ts"
import type { Command } from "#core/commands/Command.ts"

/** Words for reading, which not every noun calls the same. */
const readingVerbs: ReadonlyArray<string> = ["show", "ls", "list", "get", "view"]

/** Of equally close verbs, the least dangerous is suggested. */
const risks: ReadonlyArray<Command["risk"]> = ["reads", "reveals", "changes", "dangerous"]

/**
 * The verb of a noun that a wrong one most likely meant, if any. Compares the verbs alone: with the noun they share, `roles ls`
 * would be close to `roles set`. A word for reading never suggests a change.
 */
export const nearestVerb = (
  typed: string,
  among: ReadonlyArray<{ readonly path: readonly [string, string?]; readonly risk: Command["risk"] }>
): string | undefined => {
  const safest = among.toSorted((a, b) => risks.indexOf(a.risk) - risks.indexOf(b.risk))
  const verbs = safest.flatMap(({ path }) => path[1] ?? [])
  if (!readingVerbs.includes(typed)) return closest(typed, verbs)
  const reading = readingVerbs.filter((verb) => verbs.includes(verb))
  return closest(typed, reading) ?? reading[0]
}
