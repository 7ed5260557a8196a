import { BlockList, isIP } from "node:net"

/** The proxies whose X-Forwarded-For is trusted. */
export interface TrustedProxies {
  readonly any: boolean
  readonly trusts: (address: string) => boolean
}

/** Converts an IPv4 address in IPv6 notation, as dual-stack sockets report it, to IPv4. */
const plain = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address

const family = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4")

/** Parses a list of addresses and networks, such as `10.0.0.0/8`. The first entry that is neither is returned in `wrong`. */
export const readTrustedProxies = (
  entries: ReadonlyArray<string>
): { readonly proxies: TrustedProxies } | { readonly wrong: string } => {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = "", bits, more] = entry.split("/")
    const most = isIP(address) === 6 ? 128 : 32
    const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
    if (isIP(address) === 0 || more !== undefined || !(prefix <= most)) return { wrong: entry }
    list.addSubnet(address, prefix, family(address))
  }
  const trusts = (address: string): boolean => isIP(address) !== 0 && list.check(address, family(address))
  return { proxies: { any: entries.length > 0, trusts } }
}

/** Trusts no headers. */
export const noProxies: TrustedProxies = { any: false, trusts: () => false }

/** The address of an X-Forwarded-For entry: some proxies add the port, and brackets around IPv6. */
const entryAddress = (entry: string): string | null => {
  const text = entry.trim()
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  return isIP(bare) === 0 ? null : plain(bare)
}

/**
 * The client's address: that of the socket or, if that is a trusted proxy, the rightmost entry of X-Forwarded-For that is not
 * one. Entries written by the client are left of those added by proxies, so they are never reached.
 */
export const clientAddress = (socket: string, forwardedFor: string | undefined, proxies: TrustedProxies): string => {
  let client = plain(socket)
  if (!proxies.trusts(client)) return client
  for (const entry of (forwardedFor ?? "").split(",").toReversed()) {
    const address = entryAddress(entry)
    if (address === null) return client
    client = address
    if (!proxies.trusts(address)) return client
  }
  return client
}

/**
 * The key for rate limits: an IPv4 address, or the 64-bit network of an IPv6 address, within which one subscriber can use any
 * number of addresses.
 */
export const networkOf = (address: string): string => {
  if (isIP(address) !== 6) return address
  const [head = "", tail] = address.toLowerCase().split("%", 1)[0]?.split("::", 2) ?? []
  const left = head === "" ? [] : head.split(":")
  const right = tail === undefined || tail === "" ? [] : tail.split(":")
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0")
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return `${groups.map((group) => (Number.parseInt(group, 16) || 0).toString(16)).join(":")}::/64`
}
