import type { Parsed } from "#core/base/search/searchQuery.ts"

/** What the server is asked for: one part of a serial code or of a unit, which is all it can look for. */
export const serverText = ({ scope, terms, filters }: Parsed): string | null => {
  const [term, ...more] = terms
  if (scope !== undefined && scope !== "locks" && scope !== "units") return null
  if (term === undefined || more.length > 0 || filters.length > 0 || term.kind === "id") return null
  return term.text.length >= 2 ? term.text : null
}
