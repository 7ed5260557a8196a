import type { Words } from "#core/api/problem.ts"

/** Lists used to look up names. */
export type KnownList = "facilities" | "people" | "apiKeys" | "webhooks" | "locks"

/** Why a list isn't available: it is loading, or it failed with this message. */
export type Missing = "loading" | Words

/** The unavailable lists. A name not found in the others may be in one of these. */
export type MissingLists = { readonly [list in KnownList]?: Missing | undefined }

const nouns: Readonly<Record<KnownList, string>> = {
  facilities: "Facilities",
  people: "Users",
  apiKeys: "API keys",
  webhooks: "Webhooks",
  locks: "Locks"
}

/** Why the typed text can't be resolved yet. */
export const missingWords = (list: KnownList, missing: Missing): Words =>
  missing === "loading"
    ? { error: `${nouns[list]} are still loading.`, next: "Your entry is used when they have loaded." }
    : {
        error: `${nouns[list]} didn't load. ${missing.error}`,
        next: `${missing.next} Press Enter to try again.`.trim()
      }
