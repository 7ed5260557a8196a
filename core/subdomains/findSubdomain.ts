import type { Subdomain } from "./Subdomain.ts"

const normal = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, " ")

/** Finds a subdomain by URL or id, otherwise by a display name that is unique; undefined if there is none. */
export const findSubdomain = (subdomains: ReadonlyArray<Subdomain>, typed: string): Subdomain | undefined => {
  const wanted = normal(typed)
  const exact = subdomains.find(({ id, subdomainUrl }) => subdomainUrl === wanted || String(id) === wanted)
  if (exact !== undefined) return exact
  const [first, ...others] = subdomains.filter(({ displayName }) => normal(displayName) === wanted)
  return others.length === 0 ? first : undefined
}
