import { BlockList, isIP } from "node:net"
import { failedAt, type FmsFailed } from "./FmsFailed.ts"
import { type FmsSettings, vendorBaseUrls } from "./FmsSettings.ts"

/** Everything that is not the public internet (IANA special-purpose registries). */
const special = new BlockList()
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3]
] as const) {
  special.addSubnet(net, prefix, "ipv4")
}
// Addresses that embed an IPv4 address are all refused: no FMS uses them.
for (const [net, prefix] of [
  ["::", 96],
  ["::ffff:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8]
] as const) {
  special.addSubnet(net, prefix, "ipv6")
}

/** Whether an address is not on the public internet. Invalid addresses count as private. */
export const isPrivateAddress = (address: string): boolean => {
  const family = isIP(address)
  return family === 0 || special.check(address, family === 6 ? "ipv6" : "ipv4")
}

const hostOf = (url: URL): string =>
  url.hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase()

/** Whether configuration allows this host to be private and without https. */
export const isPrivateHost = (url: URL, { privateHosts }: Pick<FmsSettings, "privateHosts">): boolean => {
  const host = hostOf(url)
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port
  return privateHosts.some((each) => each.toLowerCase() === host || each.toLowerCase() === `${host}:${port}`)
}

const covers = (pattern: string, host: string): boolean =>
  pattern.startsWith("*.") ? host.endsWith(pattern.slice(1).toLowerCase()) : pattern.toLowerCase() === host

const vendorHosts = Object.values(vendorBaseUrls).map((url) => new URL(url).hostname)

/** Why nothing may be sent to a URL, or null. Names are checked again when they are resolved: the connected address counts. */
export const hostRefusal = (url: URL, settings: FmsSettings): FmsFailed | null => {
  if (isPrivateHost(url, settings)) return null
  const host = hostOf(url)
  if (url.protocol !== "https:") return failedAt("tls", "https-only")
  if (isIP(host) !== 0 && isPrivateAddress(host)) return failedAt("dns", "private-address")
  const { allowedHosts } = settings
  const allowed = allowedHosts === null || [...vendorHosts, ...allowedHosts].some((each) => covers(each, host))
  if (!allowed) return failedAt("dns", "host-not-allowed")
  return allowedHosts === null && url.port !== "" ? failedAt("tcp", "port-not-allowed") : null
}
