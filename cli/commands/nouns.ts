import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import type { Verb } from "./Verb.ts"

/**
 * The nouns: every folder here with a `verbs.ts`, which lists its verbs. A command loads only its own noun: in the bundle each
 * noun is a separate script (`scripts/bundle.ts`), so that a command does not start slower with every other one added. The
 * bundle does not contain this file.
 */
export const nouns: ReadonlyArray<string> = readdirSync(import.meta.dirname)
  .filter((name) => existsSync(join(import.meta.dirname, name, "verbs.ts")))
  .toSorted()

/** The verbs of a noun. */
export const verbsOf = async (noun: string): Promise<ReadonlyArray<Verb>> => {
  const { verbs } = (await import(`./${noun}/verbs.ts`)) as { readonly verbs: ReadonlyArray<Verb> }
  return verbs
}
