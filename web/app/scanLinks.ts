const meta = (name: string): ReadonlyArray<string> =>
  (document.querySelector<HTMLMetaElement>(`meta[name="lockdesk-${name}"]`)?.content ?? "")
    .split(/\s+/)
    .filter((prefix) => prefix !== "")

/**
 * URL prefixes of the codes on locks and boxes, from the head of the installation's page (DECISIONS: the lock link
 * prefix is configuration). This console's own URLs always count.
 */
export const scanLinks = {
  lockLinks: meta("lock-links"),
  productLinks: [`${location.origin}/`, ...meta("product-links")]
} as const
