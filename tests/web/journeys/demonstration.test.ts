import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { bin, built, type Machine, machine } from "../../cli/support/lockdesk.ts"
import { type Serving, serving } from "../../cli/support/serving.ts"
import { Stage } from "../support/Stage.ts"
import { Visitor } from "../support/Visitor.ts"

const data = mkdtempSync(join(tmpdir(), "lockdesk-demonstration-"))
let here: Machine
let server: Serving
let stage: Stage

beforeAll(async () => {
  built()
  here = machine("http://127.0.0.1:1")
  ;[server, stage] = await Promise.all([serving(here, bin, "--data", data, "--demo"), Stage.take()])
  stage.standBefore(server.address)
}, 180_000)
afterAll(async () => {
  await stage.leave()
  await server.stop("SIGTERM")
  here.dispose()
  rmSync(data, { recursive: true, force: true })
})

/** The credentials the server printed for a role. */
const printed = (role: string): { readonly email: string; readonly password: string } => {
  const [, email = "", password = ""] = new RegExp(`^ *${role} {2,}(\\S+) +(\\S+)`, "m").exec(server.printed()) ?? []
  return { email, password }
}

/** Signs in with them, in a fresh browser. */
const signsIn = async (role: string): Promise<Visitor> => {
  const { email, password } = printed(role)
  const visitor = new Visitor(await stage.browsers.open({}, null), null)
  await visitor.goTo("/")
  await visitor.sees("Log In")
  await visitor.page.keyboard.type(email)
  await visitor.press("Tab")
  await visitor.page.keyboard.type(password)
  await visitor.press("Enter")
  await visitor.page.waitForURL((url) => url.pathname !== "/signin")
  return visitor
}

describe("a fresh demonstration, as the README describes it", () => {
  it("signs in each role with the printed credentials", async () => {
    for (const role of Role.ids) {
      const { email, password } = printed(Role.label(role))
      const answer = await fetch(`${server.address}/api/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, password })
      })
      expect([Role.label(role), await answer.json()]).toEqual([
        Role.label(role),
        expect.objectContaining({ data: expect.objectContaining({ user: expect.objectContaining({ roleID: role }) }) })
      ])
    }
  })

  it("shows the agent the combination of 10482233 in ten keys", async () => {
    const visitor = await signsIn("Call Center Agent")
    await visitor.sees("Dashboard")
    await visitor.page.keyboard.type("10482233")
    await visitor.press("Enter")
    await visitor.reads("Tenant requested code")
    await visitor.press("2")
    await visitor.page
      .getByText(/^\d \d \d \d$|^\d{4}$/)
      .first()
      .waitFor()
    expect(visitor.unexpected()).toEqual([])
    await visitor.leave()
  })

  it("says that the drift of all facilities comes from the simulator", async () => {
    const visitor = await signsIn("Owner")
    await visitor.sees("Dashboard")
    expect(visitor.unexpected()).toEqual([])
    await visitor.goTo("/facilities/drift")
    await visitor.reads(/^\d+ facilities are compared with the simulator\.$/)
    await visitor.leave()
  })
})
