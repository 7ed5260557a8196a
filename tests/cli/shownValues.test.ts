import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { emailOf, makeCompany, makeFacility, password } from "../support/fixture.ts"
import { errorOf } from "./support/lockdesk.ts"
import { jsonOf, place, sharePlace, user as owner } from "./support/sharePlace.ts"
import { keys, TerminalRun } from "./support/terminal.ts"

sharePlace(Role.id.Owner)
beforeAll(async () => {
  await place.server.run(Effect.forEach(["North Yard", "South Yard"], (name) => makeFacility(place.companyID, name)))
})

const shown = async (args: ReadonlyArray<string>): Promise<string> => {
  const run = new TerminalRun(owner, args)
  expect(await run.ends()).toBe(0)
  return run.screen.text
}

describe("values to copy from the terminal", () => {
  it("are never cut, however narrow the terminal is", async () => {
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

describe("the facilities of a user", () => {
  const vendor = emailOf("acme", Role.id.Vendor)

  it("are shown by name, the first of many, and are ids in JSON", async () => {
    const facilities = (
      await jsonOf<ReadonlyArray<{ facilityID: number; facilityName: string }>>(["facilities", "ls"])
    ).toSorted((a, b) => a.facilityID - b.facilityID)
    const named = (count: number) => facilities.slice(0, count).map(({ facilityName }) => facilityName)
    const edit = ["users", "edit", vendor, "--facilities", named(2).join(",")]
    expect((await owner.run(edit)).stdout).toMatch(new RegExp(`^Facilities +${named(2).join(", ")}$`, "m"))
    const oneself = await place.signedIn(Role.id.Vendor)
    for (const about of [["whoami"], ["account", "show"]]) {
      expect((await oneself.run(about)).stdout).toMatch(new RegExp(`^Facilities +${named(2).join(", ")}$`, "m"))
    }
    const listed = async () => (await owner.run(["users", "ls", "--search", vendor])).stdout
    expect(await listed()).toContain(` ${named(2).join(", ")} `)
    const [user] = await jsonOf<ReadonlyArray<{ facilityIDs: ReadonlyArray<number> }>>([
      "users",
      "ls",
      "--search",
      named(1)[0] ?? ""
    ])
    expect(user?.facilityIDs).toEqual(facilities.slice(0, 2).map(({ facilityID }) => facilityID))
    expect(facilities.length).toBeGreaterThan(4)
    await jsonOf(["users", "edit", vendor, "--facilities", named(5).join(",")])
    expect(await listed()).toContain(` ${named(3).join(", ")} and 2 more `)
    expect((await owner.run(["users", "edit", vendor, "--facilities", "All Facilities"])).stdout).toMatch(
      /^Facilities +all$/m
    )
  })
})

describe("an API key", () => {
  it("has no secret to copy in a dry run, which would roll it back or show it without a record", async () => {
    const made = await jsonOf<{ id: number; secret: string }>(["api-keys", "create", "Tried", "--all-facilities"])
    for (const args of [
      ["api-keys", "create", "Never", "--all-facilities"],
      ["api-keys", "rotate", String(made.id)],
      ["webhooks", "add", "https://hooks.example.com/never", "--events", "lock.changed"]
    ]) {
      expect((await owner.run([...args, "--dry-run"])).stdout).toMatch(/^Secret +\*{20}$/m)
      expect(await jsonOf([...args, "--dry-run"])).toMatchObject({ secret: "*".repeat(20) })
    }
    const refused = await owner.run(["api-keys", "show", String(made.id), "--dry-run"])
    expect([refused.code, refused.stdout]).toEqual([2, ""])
    expect(errorOf(refused)["message"]).toBe("api-keys show doesn't support --dry-run.")
    expect(await jsonOf(["api-keys", "show", String(made.id)])).toMatchObject({ secret: made.secret })
  })

  it("is for some facilities or for all, not both", async () => {
    const { id } = await jsonOf<{ id: number }>(["api-keys", "create", "Narrow", "--facilities", "North Yard"])
    for (const args of [
      ["create", "Both"],
      ["edit", String(id)]
    ]) {
      const refused = await owner.run(["api-keys", ...args, "--facilities", "South Yard", "--all-facilities"])
      expect([refused.code, refused.stdout]).toEqual([2, ""])
      expect(errorOf(refused)["message"]).toBe("Use --facilities or --all-facilities, not both.")
    }
    const neither = await owner.run(["api-keys", "create", "Neither"])
    expect([neither.code, neither.stdout]).toEqual([2, ""])
    expect(errorOf(neither)["next"]).toBe("Add --facilities or --all-facilities.")
    expect(await jsonOf(["api-keys", "ls"])).toContainEqual(
      expect.objectContaining({ id, allFacilities: false, facilityIds: [expect.any(Number)] })
    )
  })
})

describe("a revoked API key", () => {
  it("does not match a name that another key has", async () => {
    const first = await jsonOf<{ id: number }>(["api-keys", "create", "Twice", "--all-facilities"])
    await jsonOf(["api-keys", "revoke", "Twice", "--yes"])
    const revoked = await owner.run(["api-keys", "show", "Twice", "--json"])
    expect([revoked.code, revoked.stderr]).toEqual([7, expect.stringContaining("This API key was revoked.")])
    const next = await jsonOf<{ id: number }>(["api-keys", "create", "Twice", "--all-facilities"])
    expect(next.id).not.toBe(first.id)
    expect(await jsonOf(["api-keys", "show", "Twice"])).toMatchObject({ id: next.id })
  })
})

describe("two API keys with the same name", () => {
  it("are told apart by their numbers, which the refusal lists", async () => {
    const create = (name: string) => jsonOf<{ id: number }>(["api-keys", "create", name, "--all-facilities"])
    const [one, other] = [await create("Twins"), await create("Twin")]
    // As in databases from before names were checked.
    await place.server.sql((sql) => sql`UPDATE api_keys SET name = 'Twins' WHERE name = 'Twin'`)
    for (const typed of ["Twins", "twins"]) {
      const refused = await owner.run(["api-keys", "revoke", typed, "--yes"])
      expect([refused.code, refused.stdout]).toEqual([7, ""])
      expect(refused.stderr).toContain(`2 API keys are named '${typed}'.`)
      expect(errorOf(refused)["candidates"]).toEqual([one, other].map(({ id }) => `${id}  Twins`))
    }
    await jsonOf(["api-keys", "revoke", String(one.id), "--yes"])
    expect(await jsonOf(["api-keys", "show", "twins"])).toMatchObject({ id: other.id })
  })
})

describe("the secret of an API key, some time after the password was entered", () => {
  const forgetPasswords = () =>
    place.server.sql((sql) => sql`UPDATE sessions SET reauthenticated_at = reauthenticated_at - interval '1 hour'`)

  it("is shown after the current password: from the environment, a pipe or the keyboard", async () => {
    const made = await jsonOf<{ id: number; secret: string }>(["api-keys", "create", "Vault", "--all-facilities"])
    const args = ["api-keys", "show", "Vault", "--json", "secret"]
    await forgetPasswords()
    const none = await owner.run(args)
    expect([none.code, none.stdout, errorOf(none)]).toMatchObject([2, "", { message: "Current password is missing." }])
    expect((await owner.run(args, { stdin: "wrong-word" })).code).toBe(4)
    const piped = await owner.run(args, { stdin: password })
    expect([piped.code, JSON.parse(piped.stdout)]).toEqual([0, { secret: made.secret }])
    // The session has a new token, and the password is not asked for again.
    expect((await owner.run(args)).stdout).toBe(piped.stdout)
    await forgetPasswords()
    const typed = new TerminalRun(owner, args)
    await typed.shows("Current password")
    typed.type(`${password}${keys.enter}`)
    expect([await typed.ends(), typed.screen.text]).toEqual([0, expect.stringContaining(made.secret)])

    await place.server.run(makeCompany("birch"))
    const site = await place.signedIn(Role.id.SuperAdmin)
    const env = { LOCKDESK_PASSWORD: password, LOCKDESK_COMPANY: "birch" }
    const other = await site.run(["api-keys", "create", "Vault", "--all-facilities", "--json", "secret"], { env })
    await forgetPasswords()
    expect([other.code, (await site.run(args, { env })).stdout]).toEqual([0, other.stdout])
  })
})

describe("adding what exists already", () => {
  it.each([
    [["api-keys", "create", "Once"], ["--all-facilities"], ["--facilities", "North Yard"], "ApiKeyNameTaken"],
    [
      ["webhooks", "add", " https://hooks.example.com/once "],
      ["--events", "job.done"],
      ["--events", "lock.changed"],
      "WebhookUrlTaken"
    ]
  ] as const)("is unchanged for %j, and refused with other values", async (args, same, others, code) => {
    const { id, secret } = await jsonOf<{ id: number; secret: string }>([...args, ...same])
    const again = await owner.run([...args, ...same, "--json"])
    expect([again.code, JSON.parse(again.stdout)]).toMatchObject([0, { id }])
    expect(again.stderr).toContain("Unchanged: it exists already. Its secret isn't shown again.")
    expect(again.stdout).not.toContain(secret)
    const refused = await owner.run([...args, ...others])
    expect([refused.code, refused.stdout, errorOf(refused)["code"]]).toEqual([7, "", code])
    const listed = await jsonOf<ReadonlyArray<{ id: number }>>([args[0], "ls"])
    expect(Math.max(...listed.map((each) => each.id))).toBe(id)
  })
})

describe("messages of a webhook", () => {
  it("show their next attempt, and are sent again one by one, several at once, or all failed ones since a day", async () => {
    const url = "https://hooks.example.com/again"
    const { id } = await jsonOf<{ id: number }>(["webhooks", "add", url, "--events", "lock.changed"])
    const added = await place.server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ id: number }>`
          INSERT INTO webhook_deliveries (webhook_id, type, body, state, attempts, failure, next_at, created_at)
          SELECT ${id}, 'lock.changed', '{}', state, 3, 'It answered 500.', next_at, now() - days * interval '1 day'
          FROM (VALUES ('failed', NULL, 9), ('failed', NULL, 1), ('sent', NULL, 1), ('failed', NULL, 0),
            ('waiting', now() + interval '5 hours', 0)) AS m (state, next_at, days)
          RETURNING delivery_id AS id`
      )
    )
    const [old = 0, first = 0, , last = 0] = added.map((row) => row.id)
    const tail = await owner.run(["webhooks", "tail", String(id)])
    const [, next = ""] = / NEXT ATTEMPT .*\n.* waiting +3 +(\S+ \S+ [-+]\d{4}) /i.exec(tail.stdout) ?? []
    // Without seconds.
    expect(Math.round((Date.parse(next) - Date.now()) / 3_600_000)).toBe(5)
    const since = new Date(Date.now() - 3 * 86_400_000).toISOString()
    const all = ["webhooks", "replay", "--failed", url, "--since"]
    const ids = async (args: ReadonlyArray<string>) =>
      (await jsonOf<ReadonlyArray<{ deliveryID: number }>>(args)).map(({ deliveryID }) => deliveryID)
    expect(await ids([...all, since, "--dry-run"])).toEqual([first, last])
    expect(await ids([...all, since.slice(0, 10)])).toEqual([first, last])
    expect(await ids(["webhooks", "replay", String(first), String(old)])).toEqual([first, old])
    expect(await ids(["webhooks", "replay", `${first}, ${old}`])).toEqual([first, old])
    const some = await owner.run(["webhooks", "replay", String(last), "999999", "--json", "deliveryID"])
    expect([some.code, JSON.parse(some.stdout)]).toEqual([8, [{ deliveryID: last }]])
    expect(some.stderr).toContain("Message 999999 was not found.")
    expect(await jsonOf(["webhooks", "replay", String(old)])).toMatchObject({ deliveryID: old, state: "waiting" })
    const none = await owner.run([...all, "2099-01-01"])
    expect([none.code, none.stderr]).toEqual([0, "No failed messages.\n"])
    for (const wrong of [["1", "--failed", url], ["1", "--since", since], ["x"], []]) {
      expect((await owner.run(["webhooks", "replay", ...wrong])).code).toBe(2)
    }
  })
})

describe("a paused webhook", () => {
  it("gets no test and is not added again, and both messages say how to resume it", async () => {
    const { id } = await jsonOf<{ id: number }>([
      "webhooks",
      "add",
      "https://hooks.example.com/paused",
      "--events",
      "job.done"
    ])
    const paused = await owner.run(["webhooks", "edit", String(id), "--active", "no"])
    expect(paused.stdout).toMatch(/^State +Paused$/m)
    const test = await owner.run(["webhooks", "test", String(id)])
    expect([test.code, test.stdout, errorOf(test)]).toMatchObject([
      7,
      "",
      { code: "WebhookPaused", next: expect.stringContaining(`lockdesk webhooks edit ${id} --active yes`) }
    ])
    const again = await owner.run(["webhooks", "add", "https://hooks.example.com/paused", "--events", "job.done"])
    expect([again.code, again.stdout, errorOf(again)]).toMatchObject([
      7,
      "",
      { code: "WebhookUrlTaken", next: expect.stringMatching(`webhooks edit ${id} .*--active yes`) }
    ])
  })
})

describe("an empty value", () => {
  it("is two dashes in a table and in a record, and null or nothing in JSON", async () => {
    const locks = await owner.run(["locks", "ls", "--search", "10000001"])
    expect(locks.stdout).toMatch(/^10000001 .* --/m)
    await jsonOf(["subdomains", "create", "Plain", "plain"])
    expect((await owner.run(["subdomains", "ls"])).stdout).toMatch(/ --$/m)
    expect((await owner.run(["subdomains", "edit", "plain", "--name", "Plain Desk"])).stdout).toMatch(/^Logo +--$/m)
    expect(await jsonOf(["subdomains", "ls"])).toMatchObject([{ logo: null }])
  })
})

describe("an instant", () => {
  const inIndia = { env: { TZ: "Asia/Kolkata" } }

  it("is local time with its UTC offset in a table, and unchanged in JSON", async () => {
    const [newest] = await jsonOf<ReadonlyArray<{ at: string }>>(["audit", "mine", "--limit", "1"])
    const at = newest?.at ?? ""
    expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const there = new Date(Date.parse(at) + 5.5 * 3_600_000).toISOString()
    const { stdout } = await owner.runAlone(["audit", "mine", "--limit", "1"], inIndia)
    expect(stdout).toContain(` ${there.slice(0, 10)} ${there.slice(11, 16)} +0530 `)
    const users = await owner.runAlone(["users", "ls", "--search", "owner"], inIndia)
    expect(users.stdout).toMatch(/ \d{4}-\d\d-\d\d \d\d:\d\d \+0530$/m)
  })

  it("is a date if a date was typed", async () => {
    const made = await owner.runAlone(
      ["api-keys", "create", "Until", "--all-facilities", "--expires", "2099-12-31"],
      inIndia
    )
    expect(made.stdout).toMatch(/^Expires +2099-12-31$/m)
  })
})
