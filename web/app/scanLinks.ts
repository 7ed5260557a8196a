const meta = (name: string): ReadonlyArray<string> =>
  (document.querySelector<HTMLMetaElement>(`meta[name="lockdesk-${name}"]`)?.content ?? "")
    .split(/\s+/)
    .filter((prefix) => prefix !== "")

/**
 * What the codes on locks and boxes begin with, as the installation says in the head of its page (DECISIONS: the lock link
 * prefix is configuration); addresses of this console are always its own.
 */
export const scanLinks = {
  lockLinks: meta("lock-links"),
  productLinks: [`${location.origin}/`, ...meta("product-links")]
} as const
