/** The length of a serial code in a link (001 §5). */
const serialLength = 8

/** The meaning of a scanned or pasted text. */
export type ScannedText =
  /** A lock link or a bare serial code; `serialCode` is null if none can be read from it. */
  | { readonly kind: "lock"; readonly serialCode: string | null }
  /** Another URL of the product. */
  | { readonly kind: "product"; readonly address: string }
  | { readonly kind: "other" }

/** A URL prefix without scheme, normalized for comparison: the host in lower case, the rest unchanged. */
const bare = (address: string): string | null => {
  const parts = /^https?:\/\/([^/?#]+)(.*)$/is.exec(address.trim())
  return parts === null ? null : `${(parts[1] ?? "").toLowerCase()}${parts[2] ?? ""}`
}

/** The rest of a URL after the prefix it starts with, or null if it has none of them. */
const behind = (address: string, prefixes: ReadonlyArray<string>): string | null => {
  for (const prefix of prefixes) {
    const wanted = bare(prefix)
    if (wanted !== null && wanted !== "" && address.startsWith(wanted)) return address.slice(wanted.length)
  }
  return null
}

/** The last 8 letters and digits of a text, or null if there are fewer. */
const lastAlphanumerics = (text: string): string | null => {
  const all = text.replace(/[^0-9a-z]/gi, "")
  return all.length < serialLength ? null : all.slice(-serialLength).toUpperCase()
}

/**
 * Parses text from a scanner, a barcode reader or the clipboard. A lock link starts with one of the prefixes, over http
 * or https, and its serial code is its last 8 letters and digits (001 §5). 8 digits alone are a serial code too, also in
 * two groups, as the console shows them.
 */
export const readScanned = (
  text: string,
  {
    lockLinks,
    productLinks
  }: { readonly lockLinks: ReadonlyArray<string>; readonly productLinks: ReadonlyArray<string> }
): ScannedText => {
  const trimmed = text.trim()
  const [, ...halves] = /^(\d{4})[\s\u2010-\u2013-]?(\d{4})$/.exec(trimmed) ?? []
  if (halves.length > 0) return { kind: "lock", serialCode: halves.join("") }
  const address = bare(trimmed)
  if (address === null) return { kind: "other" }
  const code = behind(address, lockLinks)
  if (code !== null) return { kind: "lock", serialCode: lastAlphanumerics(code) }
  return behind(address, productLinks) === null ? { kind: "other" } : { kind: "product", address: trimmed }
}
