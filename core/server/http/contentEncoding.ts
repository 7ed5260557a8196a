/** Supported encodings of a body, preferred one first. */
export const encodings = ["br", "gzip"] as const
export type Encoding = (typeof encodings)[number]

/** The weight a client gives to each encoding it names (RFC 9110, 12.5.3). */
const weights = (header: string): ReadonlyMap<string, number> =>
  new Map(
    header.split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase())
      const weight = parameters.find((text) => text.startsWith("q="))
      return [name === "x-gzip" ? "gzip" : name, weight === undefined ? 1 : Number(weight.slice(2))]
    })
  )

/**
 * The best of `offered` that the client accepts, by its Accept-Encoding header; null is the unencoded body, also for a client
 * that accepts nothing.
 */
export const chooseEncoding = (header: string | undefined, offered: ReadonlyArray<Encoding>): Encoding | null => {
  if (header === undefined || offered.length === 0) return null
  const taken = weights(header)
  const weight = (name: string) => taken.get(name) ?? taken.get("*") ?? 0
  return encodings.find((encoding) => offered.includes(encoding) && weight(encoding) > 0) ?? null
}
