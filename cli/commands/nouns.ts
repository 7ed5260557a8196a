import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import type { Verb } from "./Verb.ts"

/**
 * The nouns: every folder here with a `verbs.ts`, which lists its verbs. A command loads those of its own noun only: in the
 * bundle each noun is a script of its own (`scripts/bundle.ts`), so that a command starts no slower for every other that is
 * added, and nothing of this file is left there.
 */
export const nouns: ReadonlyArray<string> = readdirSync(import.meta.dirname)
  .filter((name) => existsSync(join(import.meta.dirname, name, "verbs.ts")))
  .toSorted()

/** The verbs of one noun. */
export const verbsOf = async (noun: string): Promise<ReadonlyArray<Verb>> => {
  const { verbs } = (await import(`./${noun}/verbs.ts`)) as { readonly verbs: ReadonlyArray<Verb> }
  return verbs
}
