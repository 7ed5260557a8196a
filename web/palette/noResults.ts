import type { Words } from "#core/api/problem.ts"
import { parse } from "#core/base/search/searchGrammar.ts"
import { scopes } from "#core/base/search/searchQuery.ts"

/** Message that nothing matches the text. If a symbol restricts the search (`%fms`), it says so. */
export const noResults = (text: string): Words => {
  const typed = text.trim()
  const { scope } = parse(text)
  const sign = scopes.find(({ name }) => name === scope)?.sign
  return {
    error: `No results for '${typed}'.`,
    next: sign === undefined ? "" : `'${sign}' searches ${scope} only. Leave it out to search everything.`
  }
}
