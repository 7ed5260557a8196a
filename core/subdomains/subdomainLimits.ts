/** Limits of subdomains. The URL's length is the documents' (002 §5 and §9). */
export const subdomainLimits = {
  displayName: 100,
  url: 20,
  /** Facilities that one call names. */
  facilities: 100_000
} as const

/** Limits of a logo file. What the documents leave open is ours: size, pixels, and how long reading it may take. */
export const logoLimits = {
  fileBytes: 5 * 1024 * 1024,
  pixels: 16_000_000,
  seconds: 5,
  /** The longest side of what is kept and shown. */
  side: 512
} as const
