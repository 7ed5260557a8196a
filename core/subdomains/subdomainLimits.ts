/** Limits of subdomains. The URL length comes from the documents (002 §5 and §9). */
export const subdomainLimits = {
  displayName: 100,
  url: 20,
  /** The maximum number of facilities in one call. */
  facilities: 100_000
} as const

/** Limits of a logo file. Size, pixels and processing time are ours; the documents don't limit them. */
export const logoLimits = {
  fileBytes: 5 * 1024 * 1024,
  pixels: 16_000_000,
  seconds: 5,
  /** The longest side of the stored image. */
  side: 512
} as const
