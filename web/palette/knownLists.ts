import type { Words } from "#core/api/problem.ts"

/** Lists that names are looked up in. */
export type KnownList = "facilities" | "people" | "apiKeys" | "webhooks" | "locks"

/** Why a list is not here: it is loading, or it did not load, in words. */
export type Missing = "loading" | Words

/** The lists that are not here. A name that is in none of the others may be in one of these. */
export type MissingLists = { readonly [list in KnownList]?: Missing | undefined }

const nouns: Readonly<Record<KnownList, string>> = {
  facilities: "Facilities",
  people: "Users",
  apiKeys: "API keys",
  webhooks: "Webhooks",
  locks: "Locks"
}

/** Why what was typed is not known yet. */
export const missingWords = (list: KnownList, missing: Missing): Words =>
  missing === "loading"
    ? { error: `${nouns[list]} are still loading.`, next: "Your entry is used when they have loaded." }
    : {
        error: `${nouns[list]} didn't load. ${missing.error}`,
        next: `${missing.next} Press Enter to try again.`.trim()
      }
