import type { Parsed } from "#core/base/search/searchQuery.ts"

/**
 * The text to search for on the server: part of a serial code or unit, because it supports nothing else. Null if
 * there is none.
 */
export const serverText = ({ scope, terms, filters, problems }: Parsed): string | null => {
  const [term, ...more] = terms
  if (scope !== undefined && scope !== "locks" && scope !== "units") return null
  if (term === undefined || more.length + filters.length + problems.length > 0 || term.kind === "id") return null
  return term.text.length >= 2 ? term.text : null
}
