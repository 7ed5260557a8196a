import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { compressedCalls } from "#server/http/compression.ts"
import { contractCalls } from "../../support/contract.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany, makeFacility, makeLocks } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

describe.each(usualHomes)("response sizes, on $name", (home) => {
  let server: TestServer
  let hidden = ""
  let open = ""
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        for (const [nth, name] of ["hidden", "open"].entries()) {
          const { companyID } = yield* makeCompany(name, { hideLockCodes: name === "hidden" })
          const facilities: Array<FacilityId> = []
          for (let n = 0; n < 100; n++) facilities.push(yield* makeFacility(companyID, `Facility ${n}`))
          yield* makeLocks(
            Array.from({ length: 2500 }, (_, n) => ({
              companyID,
              facilityID: facilities[n % 100] ?? null,
              serial: String(10_000_000 + nth * 1_000_000 + n),
              code: "7391",
              status: 1001 as const
            }))
          )
        }
      })
    )
    hidden = await server.enter("hidden", Role.id.Admin, { client: "terminal" })
    open = await server.enter("open", Role.id.Admin, { client: "terminal" })
  })
  afterAll(() => server.close())

  const encodingOf = async (path: string, token: string, accepted = "gzip, br") => {
    // Unlike the server's own `fetch`, this one decompresses.
    const answer = await fetch(`${server.address}/api${path}`, {
      headers: { authorization: token, "accept-encoding": accepted }
    })
    expect(answer.status).toBe(200)
    const text = await answer.text()
    const json: unknown = JSON.parse(text)
    return { encoding: answer.headers.get("content-encoding"), headers: answer.headers, text, json }
  }

  /** A response without its timestamps. */
  const lasting = ({ json }: { readonly json: unknown }) => ({ ...(json as object), lastPulled: "", after: "" })

  it("are compressed for clients that accept it, with the same contents", async () => {
    for (const path of [
      "/locks",
      "/locks?count=50",
      "/facilities",
      "/locks/search?count=100",
      "/locks/search?count=2400"
    ]) {
      const plain = await encodingOf(path, hidden, "identity")
      expect([path, plain.encoding, plain.headers.get("vary")]).toEqual([path, null, "accept-encoding"])
      for (const [accepted, encoding] of [
        ["gzip", "gzip"],
        ["br", "br"],
        ["gzip, deflate, br", "br"]
      ] as const) {
        const answer = await encodingOf(path, hidden, accepted)
        expect([path, answer.encoding]).toEqual([path, encoding])
        expect(lasting(answer)).toEqual(lasting(plain))
        expect(answer.headers.get("vary")).toBe("accept-encoding")
        expect(answer.headers.get("content-type")).toContain("application/json")
        expect(answer.headers.get("cache-control")).toBe("no-store")
        const length = answer.headers.get("content-length")
        if (length !== null) expect(Number(length)).toBeLessThan(plain.text.length / 4)
      }
    }
  })

  it("are uncompressed if they are small, and for failures", async () => {
    for (const path of ["/locks?count=5", "/auth/user", "/locks/search?count=5"])
      expect([path, (await encodingOf(path, hidden)).encoding]).toEqual([path, null])
    const failed = await server.fetch("/api/locks?count=x", { token: hidden, headers: { "accept-encoding": "br" } })
    expect([failed.status, failed.headers.get("content-encoding")]).toEqual([400, null])
  })

  it("reveal nothing about combinations: a response that can contain one is not compressed", async () => {
    for (const path of ["/locks/search?count=100", "/locks/search?count=2400"]) {
      const answer = await encodingOf(path, open)
      expect([path, answer.encoding, answer.text.includes('"7391"')]).toEqual([path, null, true])
    }
    const { data } = await server.call(open, (api) => api.locks.search({ query: { count: 1 } }))
    const names = contractCalls.map(({ name }) => name)
    for (const name of compressedCalls) {
      expect(names).toContain(name)
      const path = contractCalls.find((call) => call.name === name)?.path.replace("/api", "") ?? ""
      const answer = await encodingOf(name === "locks.logs" ? `${path}?lockID=${data[0]?.lockID}` : path, open)
      expect([name, /unlockCode|7391/.test(answer.text)]).toEqual([name, false])
    }
  })
})
