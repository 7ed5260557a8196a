import { nouns, verbsOf } from "./nouns.ts"
import type { Verb } from "./Verb.ts"

/** A verb, and the noun it is loaded with. */
export interface Placed {
  readonly noun: string
  readonly verb: Verb
}

/** How each command runs in the terminal, by its id; for who needs all of them. */
export const verbs: ReadonlyMap<string, Placed> = new Map(
  (
    await Promise.all(
      nouns.map(async (noun) => (await verbsOf(noun)).map((verb) => [verb.command.id, { noun, verb }] as const))
    )
  ).flat()
)
