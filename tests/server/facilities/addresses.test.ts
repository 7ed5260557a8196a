import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { knownAddresses } from "#server/addresses/knownAddresses.ts"
import { postgres } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

describe("the built-in address table", () => {
  const find = (text: string) => knownAddresses(text, false)

  it("finds cities by prefix and keeps the street", () => {
    expect(find("12 Oak Lane, portl")).toMatchObject([
      { street: "12 Oak Lane", city: "Portland", state: "ME" },
      { street: "12 Oak Lane", city: "Portland", state: "OR", zip: "97204", lat: 45.52, lng: -122.68 }
    ])
    expect(find("7 Salt Rd salt lake")).toMatchObject([{ street: "7 Salt Rd", city: "Salt Lake City" }])
    expect(find("xy")).toEqual([])
    expect(find("nowhere at all")).toEqual([])
  })

  it("includes the demonstration's invented streets if the demonstration is on", () => {
    expect(knownAddresses("120 beech dr, fallow", true)).toEqual([
      { street: "120 Beech Drive", city: "Fallowbrook", state: "OR", zip: "97990", lat: 44.1, lng: -120.6 }
    ])
    expect(knownAddresses("maple st", true)).toHaveLength(8)
    expect(find("120 beech dr, fallow")).toEqual([])
  })
})

describe("an address provider", () => {
  const asked: Array<{ readonly url: string; readonly key: string | undefined }> = []
  let answer: { readonly status: number; readonly body: string } = { status: 200, body: "{}" }
  const provider = createServer((request, response) => {
    asked.push({ url: request.url ?? "", key: request.headers.authorization })
    if (answer.status === 0) return
    response.writeHead(answer.status).end(answer.body)
  })
  let server: TestServer
  let owner = ""
  beforeAll(async () => {
    await new Promise<void>((resolve) => void provider.listen(0, "127.0.0.1", resolve))
    const { port } = provider.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/api?q={text}&limit=8`
    const addresses = { url, key: Redacted.make("k3y-of-the-provider") }
    server = await startTestServer(postgres, makeCompany("acme"), { addresses })
    owner = await server.enter("acme", Role.id.Owner)
  })
  afterAll(async () => {
    await server.close()
    provider.closeAllConnections()
    await new Promise((resolve) => void provider.close(resolve))
  })
  const find = async (text: string, token = owner) => {
    const {
      status,
      json,
      text: whole
    } = await server.fetch(`/api/facilities/addresses?text=${encodeURIComponent(text)}`, { token })
    expect(whole).not.toContain("k3y-of-the-provider")
    return { status, data: (json as { readonly data: unknown }).data }
  }

  it("is called by the server with its key, and its response is parsed", async () => {
    const oak = { housenumber: "12", street: "Oak Lane", city: "Portland", state: "Oregon", postcode: "97204" }
    const features = [
      { geometry: { type: "Point", coordinates: [-122.68, 45.52] }, properties: oak },
      { geometry: null, properties: { name: "Oak Storage", city: "Leeds", state: "England", postcode: null } }
    ]
    answer = { status: 200, body: JSON.stringify({ type: "FeatureCollection", features }) }
    expect((await find("12 Oak & Lane")).data).toEqual([
      { street: "12 Oak Lane", city: "Portland", state: "OR", zip: "97204", lat: 45.52, lng: -122.68 },
      { street: "Oak Storage", city: "Leeds", state: "", zip: "", lat: null, lng: null }
    ])
    expect(asked.at(-1)).toEqual({ url: "/api?q=12%20Oak%20%26%20Lane&limit=8", key: "Bearer k3y-of-the-provider" })
    const before = asked.length
    expect((await find("12")).data).toEqual([])
    expect(asked.length).toBe(before)
  })

  it("can't put invisible, overlong or empty texts into the form", async () => {
    const of = (properties: object) => ({ properties })
    const features = [
      of({ housenumber: "2", street: "Oak\u202e\0\u0007 Lane\n\u200bEast", city: "Port\u2066land" }),
      of({ street: "L".repeat(5000), city: "C".repeat(5000), postcode: "9".repeat(5000) }),
      of({}),
      of({ street: "\u202e", city: " " })
    ]
    answer = { status: 200, body: JSON.stringify({ features }) }
    const place = { state: "", lat: null, lng: null }
    expect((await find("2 Oak Lane")).data).toEqual([
      { street: "2 Oak Lane East", city: "Portland", zip: "", ...place },
      { street: "L".repeat(60), city: "C".repeat(100), zip: "9".repeat(20), ...place }
    ])
  })

  it.each([
    ["refuses", { status: 403, body: "no" }],
    ["sends an unexpected response", { status: 200, body: "<html></html>" }],
    ["doesn't respond", { status: 0, body: "" }]
  ])("is replaced by the built-in table when it %s", async (_, wrong) => {
    answer = wrong
    expect((await find("12 Oak Lane, portl")).data).toMatchObject([{ city: "Portland" }, { city: "Portland" }])
    expect(server.logged()).not.toContain("k3y-of-the-provider")
  })

  it("is not called for users who can't edit facilities", async () => {
    const before = asked.length
    expect((await find("12 Oak Lane", await server.enter("acme", Role.id.CallCenterAgent))).status).toBe(403)
    expect(asked.length).toBe(before)
  })
})
