import { describe, expect, it } from "vitest"
import { clientAddress, networkOf, noProxies, readTrustedProxies } from "#server/http/trustedProxies.ts"

const proxies = (...entries: ReadonlyArray<string>) => {
  const read = readTrustedProxies(entries)
  return "wrong" in read ? expect.unreachable(read.wrong) : read.proxies
}

describe("the client of a request", () => {
  const trusted = proxies("10.0.0.0/8", "192.0.2.1", "2001:db8::/32")
  it.each([
    ["203.0.113.5", "198.51.100.7", "203.0.113.5"],
    ["10.1.2.3", undefined, "10.1.2.3"],
    ["10.1.2.3", "198.51.100.7", "198.51.100.7"],
    // Entries that the client wrote itself are on the left and are ignored.
    ["10.1.2.3", "1.1.1.1, 198.51.100.7", "198.51.100.7"],
    ["10.1.2.3", "1.1.1.1, 198.51.100.7, 192.0.2.1, 10.9.9.9", "198.51.100.7"],
    ["10.1.2.3", "10.9.9.9", "10.9.9.9"],
    ["10.1.2.3", "1.1.1.1, nonsense", "10.1.2.3"],
    ["10.1.2.3", "", "10.1.2.3"],
    ["::ffff:10.1.2.3", "198.51.100.7:4711", "198.51.100.7"],
    ["2001:db8::1", "[2001:4860::8]:443", "2001:4860::8"],
    ["10.1.2.3", "::ffff:198.51.100.7", "198.51.100.7"]
  ])("from %s with X-Forwarded-For %j is %s", (socket, header, client) => {
    expect(clientAddress(socket, header, trusted)).toBe(client)
  })

  it("is that of the socket if no proxy is trusted", () => {
    expect(clientAddress("10.1.2.3", "198.51.100.7", noProxies)).toBe("10.1.2.3")
    expect(clientAddress("unknown", "198.51.100.7", trusted)).toBe("unknown")
  })

  it.each(["", "localhost", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0", "::1/129", "10.0.0.0/x"])(
    "is unknown behind a proxy called %j",
    (entry) => {
      expect(readTrustedProxies(["10.0.0.1", entry])).toEqual({ wrong: entry })
    }
  )

  it("is counted by the 64-bit network of its IPv6 address", () => {
    for (const address of ["2001:db8::1", "2001:db8:0:0:9::", "2001:0db8:0:0:ffff:1:2:3"])
      expect(networkOf(address)).toBe("2001:db8:0:0::/64")
    expect(networkOf("2001:db8:0:1::1")).toBe("2001:db8:0:1::/64")
    expect(networkOf("::1")).toBe("0:0:0:0::/64")
    expect(networkOf("198.51.100.7")).toBe("198.51.100.7")
  })
})
