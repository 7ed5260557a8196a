import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

const url = "http://10.0.0.1/hook"

describe.each(usualHomes)("the rules of webhooks, on $name", (home) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        yield* makeCompany("acme")
        yield* makeCompany("full")
        yield* makeCompany("spaces")
      })
    )
  })
  afterAll(() => server.close())

  /** Makes calls of a company's webhooks as its owner. */
  const ownerOf = async (company: string) => {
    const token = await server.enter(company, Role.id.Owner, { client: "terminal" })
    return (method: string, path = "", body?: object) =>
      server.fetch(`/api/companies/webhooks${path}`, { method, token, body })
  }

  it("let one whose address is no longer allowed be paused and changed, but not resumed without another address", async () => {
    const send = await ownerOf("acme")
    const added = await send("POST", "", { url: "https://hooks.example.com", events: ["lock.changed"] })
    const { id } = (added.json as { readonly data: { readonly id: number } }).data
    // As after a restart with other settings.
    await server.sql((sql) => sql`UPDATE webhooks SET url = ${url} WHERE webhook_id = ${id}`)
    const edit = (facts: object) => send("PUT", `/${id}`, facts)
    expect(await edit({ events: ["job.done"] })).toMatchObject({ status: 200, json: { data: { url } } })
    expect(await edit({ isActive: false })).toMatchObject({ status: 200, json: { data: { isActive: false } } })
    expect(await edit({ isActive: true })).toMatchObject({
      status: 422,
      json: { data: { issues: [{ path: "url", message: "Enter a public address that begins with https://." }] } }
    })
    expect(await edit({ isActive: true, url: "https://hooks.example.com/b" })).toMatchObject({ status: 200 })
  })

  it("are stored without the spaces pasted around their address, and are one for each address", async () => {
    const send = await ownerOf("spaces")
    const url = "https://hooks.example.com/once"
    const events = ["lock.changed"]
    const added = await send("POST", "", { url: ` ${url}\n`, events })
    expect(added).toMatchObject({ status: 200, json: { data: { url } } })
    const { id } = (added.json as { readonly data: { readonly id: number } }).data
    const twice = [url, `${url} `, "HTTPS://HOOKS.example.com:443/once"]
    for (const again of await Promise.all(twice.map((each) => send("POST", "", { url: each, events })))) {
      expect(again).toMatchObject({ status: 409, json: { code: "WebhookUrlTaken", data: { id } } })
    }
    const both = await Promise.all([1, 2].map(() => send("POST", "", { url: `${url}/2`, events })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const second = both.find(({ status }) => status === 200)?.json as { readonly data: { readonly id: number } }
    expect(await send("PUT", `/${second.data.id}`, { url: ` ${url}` })).toMatchObject({ status: 409 })
    expect(await send("PUT", `/${id}`, { url: `${url} ` })).toMatchObject({ json: { unchanged: true } })
    const { json } = await send("GET")
    expect((json as { readonly data: ReadonlyArray<unknown> }).data).toMatchObject([{ url }, { url: `${url}/2` }])
  })

  it("get each event once, in one order, so that the same events again are unchanged", async () => {
    const send = await ownerOf("spaces")
    const form = { url: "https://hooks.example.com/events", events: ["job.done", "lock.changed", "job.done"] }
    const added = await send("POST", "", form)
    const events = ["lock.changed", "job.done"]
    expect(added).toMatchObject({ status: 200, json: { data: { events } } })
    const { id } = (added.json as { readonly data: { readonly id: number } }).data
    expect(await send("PUT", `/${id}`, { events: events.toReversed() })).toMatchObject({ json: { unchanged: true } })
    await send("DELETE", `/${id}`)
  })

  it("have their secret rotated by one of two who saw the same one", async () => {
    const send = await ownerOf("spaces")
    const form = { url: "https://hooks.example.com/rotated", events: ["job.done"] }
    const { id } = ((await send("POST", "", form)).json as { readonly data: { readonly id: number } }).data
    const rotate = (was: string) => send("POST", `/${id}/rotate?was=${encodeURIComponent(was)}`)
    const answers = await Promise.all([rotate("none"), rotate("none")])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const done = answers.find(({ status }) => status === 200)?.json as { readonly data: { oldSecretUntil: string } }
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      json: {
        code: "WebhookChangedMeanwhile",
        error: "This webhook was changed by Owner spaces since you opened it."
      }
    })
    // Whoever has seen that rotation may end the older secret.
    expect(await rotate(done.data.oldSecretUntil)).toMatchObject({ status: 200 })
    await send("DELETE", `/${id}`)
  })

  it("limit their number, also if many are added at once", async () => {
    const send = await ownerOf("full")
    const added = await Promise.all(
      Array.from({ length: 40 }, (_, nth) =>
        send("POST", "", { url: `https://hooks.example.com/${nth}`, events: ["lock.changed"] })
      )
    )
    const refused = added.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(20)
    for (const each of refused) expect(each).toMatchObject({ status: 409, json: { code: "WebhookLimitReached" } })
    const { json } = await send("GET")
    expect((json as { readonly data: ReadonlyArray<unknown> }).data).toHaveLength(20)
  })
})
