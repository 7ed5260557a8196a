import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { Machine } from "./support/lockdesk.ts"
import { openPlace, type Place } from "./support/place.ts"
import { TerminalRun } from "./support/terminal.ts"

let place: Place
let owner: Machine
beforeAll(async () => {
  place = await openPlace()
  owner = await place.signedIn(Role.id.Owner)
}, 180_000)
afterAll(() => place.close())

const jsonOf = async <A>(args: ReadonlyArray<string>): Promise<A> => {
  const { code, stdout } = await owner.run([...args, "--json"])
  expect([args, code]).toEqual([args, 0])
  return JSON.parse(stdout) as A
}
const shown = async (args: ReadonlyArray<string>): Promise<string> => {
  const run = new TerminalRun(owner, args)
  expect(await run.ends()).toBe(0)
  return run.screen.text
}

describe("what is copied off a terminal", () => {
  it("is whole, however narrow the terminal is", async () => {
    const name = "The gate of the yard behind the office on Maple St"
    const made = await jsonOf<{ id: number; key: string; secret: string }>([
      "api-keys",
      "create",
      name,
      "--all-facilities"
    ])
    expect(await shown(["api-keys", "ls"])).toContain(made.key)
    const facts = await shown(["api-keys", "show", String(made.id)])
    expect(facts.replaceAll("\n", "")).toContain(made.key)
    expect(facts.replaceAll("\n", "")).toContain(made.secret)
    const rotated = await shown(["api-keys", "rotate", String(made.id), "--yes"])
    expect(rotated).toMatch(/^Secret +ldk_live_\w{39,}$/m)
    const hook = await shown(["webhooks", "add", "https://hooks.example.com/gate", "--events", "lock.changed"])
    expect(hook).toMatch(/^Secret +whsec_[\w+/=]{32,}$/m)
  })
})

describe("an instant", () => {
  const inIndia = { env: { TZ: "Asia/Kolkata" } }

  it("is local time with its distance from UTC in a table, and as it is in JSON", async () => {
    const [newest] = await jsonOf<ReadonlyArray<{ at: string }>>(["audit", "mine", "--limit", "1"])
    const at = newest?.at ?? ""
    expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const there = new Date(Date.parse(at) + 5.5 * 3_600_000).toISOString()
    const { stdout } = await owner.run(["audit", "mine", "--limit", "1"], inIndia)
    expect(stdout).toContain(` ${there.slice(0, 10)} ${there.slice(11, 16)} +0530 `)
    const users = await owner.run(["users", "ls", "--search", "owner"], inIndia)
    expect(users.stdout).toMatch(/ \d{4}-\d\d-\d\d \d\d:\d\d \+0530$/m)
  })

  it("is a day where a day was typed", async () => {
    const made = await owner.run(
      ["api-keys", "create", "Until", "--all-facilities", "--expires", "2099-12-31"],
      inIndia
    )
    expect(made.stdout).toMatch(/^Expires +2099-12-31$/m)
  })
})
