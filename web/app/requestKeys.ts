/** Keys of requests that did not succeed, by what was sent: an answer may have been lost after the server saved. */
const open = new Map<number, string>()

/** A number of 53 bits for a text, so that what was typed is not kept (cyrb53). */
const sumOf = (text: string): number => {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0)
}

/** The key of a request: another one each time, but the same until it succeeds. */
export const requestKeys = {
  of: (request: unknown): { readonly key: string; readonly succeeded: () => void } => {
    const sum = sumOf(JSON.stringify(request))
    const key =
      open.get(sum) ?? Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-")
    open.set(sum, key)
    return { key, succeeded: () => void open.delete(sum) }
  }
}
