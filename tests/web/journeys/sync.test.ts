import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { emailOf, password } from "../../support/fixture.ts"
import { codeOf, companies, there } from "../support/deskData.ts"
import { desk, shareDeskWithNewPages } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"
import { eventually } from "../sync/eventually.ts"

shareDeskWithNewPages()

const role = Role.id.Admin

/** The queries of a visitor's list pulls under a token, collected as they are sent. */
const pullsOf = ({ context, token: own }: Visitor, token = own): Array<URLSearchParams> => {
  const pulls: Array<URLSearchParams> = []
  context.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (/^\/api\/locks(\/whole)?$/.test(pathname) && request.headers()["authorization"] === token)
      pulls.push(searchParams)
  })
  return pulls
}

/** The contents of the browser's database as texts, with compressed parts unpacked and all numbers. */
const keptBy = ({ page }: Visitor): Promise<ReadonlyArray<string>> =>
  page.evaluate(async () => {
    const known = await indexedDB.databases()
    if (!known.some(({ name }) => name === "lockdesk locks")) return []
    const answered = <A>(asked: IDBRequest<A>) =>
      new Promise<A>((resolve, reject) => {
        asked.addEventListener("success", () => resolve(asked.result))
        asked.addEventListener("error", () => reject(asked.error ?? new Error("refused")))
      })
    const database = await answered(indexedDB.open("lockdesk locks"))
    const values = await answered(
      database.transaction("locks").objectStore("locks").getAll() as IDBRequest<Array<unknown>>
    )
    database.close()
    const unpack = (part: ArrayBuffer) =>
      new Response(new Blob([part]).stream().pipeThrough(new DecompressionStream("gzip"))).text()
    const textOf = async (value: unknown): Promise<string> =>
      value instanceof ArrayBuffer ? unpack(value) : ArrayBuffer.isView(value) ? String(value) : JSON.stringify(value)
    const texts = values.map(async (value) =>
      Array.isArray(value) ? (await Promise.all(value.map(textOf))).join("\n") : textOf(value)
    )
    return Promise.all(texts)
  })

const keeps = (visitor: Visitor, text: string) =>
  eventually(async () => (await keptBy(visitor)).join("\n")).toContain(text)

describe("the synced list after a reload", () => {
  it("is restored without combinations, and pulls only later changes", async () => {
    const visitor = await desk.visit({ role, path: "/dashboard" })
    const pulls = pullsOf(visitor)
    await visitor.sees("Dashboard")
    await keeps(visitor, there.overlocked)
    expect((await keptBy(visitor)).join("\n")).not.toContain("unlockCode")
    pulls.length = 0
    await visitor.page.reload()
    await visitor.sees("Dashboard")
    await eventually(() => pulls.length).toBeGreaterThan(0)
    expect(pulls.every((query) => query.has("lastPulled"))).toBe(true)
    // The lock comes from the cache: the pull returns nothing, and the server search is blocked.
    visitor.expects(/ERR_/)
    desk.proxy.refused = /^\/api\/locks\/search/
    await visitor.press("Control+k")
    await visitor.page.keyboard.type(there.overlocked)
    await visitor.page.getByRole("option", { name: /^40001007/ }).waitFor()
  })

  it("is deleted with the session", async () => {
    const visitor = await desk.visit({ role, path: "/dashboard" })
    // From then on every call is refused, and so are live events if they are just connecting.
    visitor.expects(/401/, /WebSocket/)
    await visitor.sees("Dashboard")
    await keeps(visitor, there.overlocked)
    const token = visitor.token ?? ""
    await desk.server.call(token, (client) => client.auth.logout())
    await visitor.isAt("/signin")
    await eventually(() => keptBy(visitor)).toEqual([])
  })

  it("is also deleted if the session ended while no page was open", async () => {
    const visitor = await desk.visit({ role, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await keeps(visitor, there.overlocked)
    // A page outside the console, for which the browser requests a favicon.
    visitor.expects(/favicon\.ico/)
    await visitor.goTo("/icon.svg")
    await visitor.page.evaluate(() => localStorage.removeItem("authorization"))
    await visitor.goTo("/signin")
    await eventually(() => keptBy(visitor)).toEqual([])
  })

  it("is not visible to another user of the same browser", async () => {
    const visitor = await desk.visit({ role, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await keeps(visitor, there.overlocked)
    const other = await desk.server.enter(companies.other, role)
    const pulls = pullsOf(visitor, other)
    // Only the token changes, as if the storage came from another session.
    await visitor.page.evaluate((token) => localStorage.setItem("authorization", token), other)
    await visitor.page.reload()
    await visitor.sees("Dashboard")
    await keeps(visitor, there.foreign)
    expect(pulls[0]?.has("lastPulled")).toBe(false)
    expect((await keptBy(visitor)).join("\n")).not.toContain(there.overlocked)
    await visitor.press("Control+k")
    await visitor.page.keyboard.type(there.foreign)
    await visitor.page.getByRole("option", { name: /^90001007/ }).waitFor()
  })

  it("is reloaded when the cache is corrupt", async () => {
    const visitor = await desk.visit({ role, path: "/dashboard" })
    const pulls = pullsOf(visitor)
    await visitor.sees("Dashboard")
    await keeps(visitor, there.overlocked)
    await visitor.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const asked = indexedDB.open("lockdesk locks")
          asked.addEventListener("success", () => {
            const change = asked.result.transaction("locks", "readwrite")
            change.objectStore("locks").put(new ArrayBuffer(16), "block 0")
            change.addEventListener("complete", () => resolve())
          })
        })
    )
    pulls.length = 0
    await visitor.page.reload()
    await visitor.sees("Dashboard")
    await eventually(() => pulls.some((query) => !query.has("lastPulled"))).toBe(true)
    await keeps(visitor, there.overlocked)
  })
})

describe("without an event of the hub", () => {
  it("locks are pulled again after the user's own change while it is disconnected", async () => {
    const visitor = await desk.visit({ role, path: "/dashboard" })
    visitor.expects(/ERR_/, /hub/i, /WebSocket/)
    const pulls = pullsOf(visitor)
    await visitor.sees("Dashboard")
    await keeps(visitor, there.overlocked)
    const asked: Array<string> = []
    visitor.page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    desk.proxy.loseHub()
    await visitor.reads("Live updates are off")
    // When the hub is lost and after each of three retries, the current user is refetched, and locks after each response. After
    // that, nothing is requested for a minute.
    const quiet = () =>
      asked.filter((path) => path === "/api/auth/user").length === 4 &&
      asked.lastIndexOf("/api/locks") > asked.lastIndexOf("/api/auth/user")
    await eventually(quiet).toBe(true)
    pulls.length = 0
    await visitor.press(...there.next, "Enter", "1")
    await visitor.reads(codeOf(there.next))
    await eventually(() => pulls.length).toBeGreaterThan(0)
  })

  it("locks are pulled again when the tab becomes visible, as after sleep, which the hub notices late", async () => {
    const visitor = await desk.visit({ role, path: "/dashboard" })
    const pulls = pullsOf(visitor)
    await visitor.sees("Dashboard")
    await keeps(visitor, there.overlocked)
    await visitor.live()
    await visitor.settled()
    pulls.length = 0
    await visitor.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
    await eventually(() => pulls.length).toBeGreaterThan(0)
  })
})

describe("a browser whose database", () => {
  it.each([
    ["never opens", () => Object.assign(IDBFactory.prototype, { open: () => new EventTarget() })],
    [
      "is missing",
      () => {
        Reflect.deleteProperty(window, "IDBFactory")
        Object.defineProperty(window, "indexedDB", { value: undefined })
      }
    ]
  ] as const)("%s still loads the locks, for one user after another", async (_, breakIt) => {
    const visitor = await desk.visit({ role })
    visitor.expects(/401/, /hub/i, /WebSocket/)
    await visitor.page.addInitScript(breakIt)
    await visitor.goTo("/dashboard")
    await visitor.synced()
    await visitor.signsOut()
    await visitor.page.getByLabel("Email", { exact: true }).fill(emailOf(companies.acme, Role.id.CallCenterAgent))
    await visitor.page.getByLabel("Password", { exact: true }).fill(password)
    await visitor.press("Enter")
    await visitor.isAt("/dashboard")
    await visitor.synced()
  })
})
