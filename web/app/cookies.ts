/** A cookie of this site, or null. For what the documents keep in a cookie (001 §9). */
export const readCookie = (name: string): string | null => {
  const found = document.cookie.split("; ").find((each) => each.startsWith(`${name}=`))
  return found === undefined ? null : found.slice(name.length + 1)
}

/** Sets a cookie for a number of seconds, for this site only. */
export const writeCookie = (name: string, value: string, seconds: number): void => {
  document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=strict`
}
