import { describe, expect, it } from "vitest"
import { readScanned } from "#core/locks/lockLinks.ts"

const read = (text: string) =>
  readScanned(text, {
    lockLinks: ["https://lock.example.com/l/"],
    productLinks: ["https://lock.example.com/", "https://console.example.com/bulk_activate/"]
  })

describe("scanner input (001 §4, §5)", () => {
  it.each([
    ["https://lock.example.com/l/10482233", "10482233"],
    ["http://lock.example.com/l/10482233", "10482233"],
    ["HTTPS://LOCK.EXAMPLE.COM/l/10482233", "10482233"],
    [" https://lock.example.com/l/2024/batch-7/1048-2233\n", "10482233"],
    ["https://lock.example.com/l/?code=AB12cd34", "AB12CD34"],
    ["04200001", "04200001"],
    ["0420 0001", "04200001"],
    ["0420-0001\r\n", "04200001"],
    ["0420\u00a00001", "04200001"]
  ])("%j is the lock %s", (text, serialCode) => {
    expect(read(text)).toEqual({ kind: "lock", serialCode })
  })

  it("a lock link with too few characters names no lock", () => {
    expect(read("https://lock.example.com/l/")).toEqual({ kind: "lock", serialCode: null })
  })

  it("another URL of the product is opened", () => {
    const address = "https://console.example.com/bulk_activate/BOX-1"
    expect(read(address)).toEqual({ kind: "product", address })
  })

  it.each([
    "https://lock.example.com.evil.org/l/10482233",
    "javascript:alert(1)",
    "1048223",
    "104 82233",
    "WIFI:T:WPA;S:x;;",
    ""
  ])("%j is neither", (text) => {
    expect(read(text)).toEqual({ kind: "other" })
  })
})
