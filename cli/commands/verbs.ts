import { nouns, verbsOf } from "./nouns.ts"
import type { Verb } from "./Verb.ts"

/** A verb, and its noun. */
export interface Placed {
  readonly noun: string
  readonly verb: Verb
}

/** The verb of each command by id, for code that needs all of them. */
export const verbs: ReadonlyMap<string, Placed> = new Map(
  (
    await Promise.all(
      nouns.map(async (noun) => (await verbsOf(noun)).map((verb) => [verb.command.id, { noun, verb }] as const))
    )
  ).flat()
)
