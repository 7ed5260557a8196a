import { verbsOf } from "./nouns.ts"
import type { Verb } from "./Verb.ts"

/** Loads a verb of a noun by its command's id. The bundle replaces this file: there, only the file of that verb is loaded. */
export const loadVerb = async (noun: string, id: string): Promise<Verb | undefined> =>
  (await verbsOf(noun)).find(({ command }) => command.id === id)
