import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { errorOf } from "./support/lockdesk.ts"
import { there } from "./support/place.ts"
import { place, sharePlace, user as admin } from "./support/sharePlace.ts"

describe("a misspelled word", () => {
  sharePlace(Role.id.Admin)

  it.each([
    [["locks", "set-status", there.available, "damagd"], 2, "Status can't be 'damagd'. Did you mean Damaged?"],
    [["locks", "set-status", there.available, "overlok"], 2, "Did you mean Assigned Overlock?"],
    [["locks", "set-color", there.available, "gren"], 2, "Color can't be 'gren'. Did you mean green?"],
    [["locks", "ls", "--status", "damagd"], 2, "Status can't be 'damagd'. Did you mean Damaged?"],
    [
      ["locks", "ls", "--status", "Assigned Ovrlock#"],
      2,
      "Status can't be 'Assigned Ovrlock#'. Did you mean Assigned Overlock?"
    ],
    [["help", "loks"], 2, "There is no command 'lockdesk loks'. Did you mean 'lockdesk locks'?"],
    [["loks", "--help"], 2, "Did you mean 'lockdesk locks'?"],
    [["locks", "lst", "--help"], 2, "There is no command 'lockdesk locks lst'. Did you mean 'lockdesk locks ls'?"],
    [["roles", "ls"], 2, "There is no command 'lockdesk roles ls'. Did you mean 'lockdesk roles show'?"],
    [["roles", "get", "Admin"], 2, "Did you mean 'lockdesk roles show'?"],
    [["jobs", "list"], 2, "Did you mean 'lockdesk jobs ls'?"],
    [["tickets", "show", "1"], 2, "Did you mean 'lockdesk tickets ls'?"],
    [["--profile", "work", "usres", "ls"], 2, "There is no command 'lockdesk usres'. Did you mean 'lockdesk users'?"],
    [["can-i", "roles ls"], 6, "There is no command 'roles ls'. Did you mean 'roles show'?"],
    [["version"], 2, "Did you mean 'lockdesk --version'?"],
    [["revael"], 2, "Did you mean 'lockdesk locks reveal'?"],
    [["locks", "ls", "--sort", "serialCod=asc"], 2, "Expected serialCode, or another one of "],
    [["audit", "ls", "--action", "reveals.aprove"], 2, "Did you mean reveals.approve?"],
    [["facilities", "create", "New", "--phone", "5550100200", "--software", "Yardy"], 2, "Did you mean Yardi?"],
    [["facilities", "show", "Mapel St"], 6, "Did you mean 'Maple St'?"],
    [["facilites", "ls"], 2, "Did you mean 'lockdesk facilities'?"],
    [["locks", "lst"], 2, "Did you mean 'lockdesk locks ls'?"],
    [["locks", "ls", "--limt", "2"], 2, "Did you mean --limit?"],
    [["locks", "ls", "--limit", "0"], 2, "Expected a value between 1 and 10,000,000"],
    [["locks", "ls", "--json", "serialCod"], 2, "Did you mean 'serialCode'?"],
    [["config", "set", "colr", "never"], 6, "Did you mean 'color'?"],
    [["config", "set", "colr", "never"], 6, "Use one of: host, "],
    [
      ["tickets", "create", "--subject", "a", "--description", "b", "--category", "Lock Inquirq"],
      2,
      "User Access, Other. Did you mean Lock Inquiry?"
    ],
    [["config", "set", "color", "nevr"], 2, "Did you mean never?"],
    [["whoami", "--no-inpt"], 2, "Did you mean --no-input?"],
    [["users", "add", "--email", "a@b.example"], 2, "Give EMAIL without it. For example: lockdesk users add dana@"],
    [["locks", "ls", "--status", "Lost", "--status=Damaged"], 2, "--status is given twice."]
  ])("gets the closest one as a suggestion: %j", async (args, code, message) => {
    const ended = await admin.run([...args])
    expect([ended.code, ended.stdout]).toEqual([code, ""])
    const { message: error, next } = errorOf(ended)
    expect(`${String(error)} ${String(next)}`).toContain(message)
  })

  it.each([
    ["companies", "--name, --tier, --paid-through, --max-locks, --features"],
    ["webhooks", "--url, --events, --active"],
    ["facilities", "--name, --phone, "],
    ["users", "--email, --first-name, "],
    ["api-keys", "--name, --facilities, "],
    ["subdomains", "--name, --url, --assign, --unassign, --without-logo"]
  ])("is missing after %s edit NAME: the options are named", async (noun, options) => {
    const ended = await admin.run([noun, "edit", "1"])
    expect([ended.code, ended.stdout]).toEqual([2, ""])
    expect(errorOf(ended)).toMatchObject({
      message: `'${noun} edit' has no option that says what to change.`,
      next: expect.stringContaining(`Add at least one of ${options}`)
    })
  })

  it.each([["foo"], ["help", "foo"], ["foo", "--help"], ["--profile", "work", "foo", "--help"]])(
    "gets no suggestion if nothing is near: %s",
    async (...args) => {
      const ended = await admin.run(args)
      expect([ended.code, ended.stdout, errorOf(ended)["message"]]).toEqual([
        2,
        "",
        "There is no command 'lockdesk foo'."
      ])
    }
  )

  it.each([
    [["locks", "ls", "--ndjson", "serialCode,unitNumber"], "--ndjson --json serialCode,unitNumber"],
    [["locks", "ls", "--ndjson=serialCode"], "--ndjson --json serialCode"],
    [["locks", "ls", "--quiet=yes"], "See lockdesk locks ls --help"]
  ])("is a value of a switch: %s", async (args, next) => {
    const ended = await admin.run(args)
    expect([ended.code, ended.stdout]).toEqual([2, ""])
    expect(errorOf(ended)).toMatchObject({
      message: expect.stringMatching(/^--(ndjson|quiet) takes no value\.$/),
      next: expect.stringContaining(next)
    })
  })

  it("leaves the help of what exists, and the statuses of a list, alone", async () => {
    for (const args of [
      ["help"],
      ["help", "locks"],
      ["locks", "ls", "--help"],
      ["--host", "x", "--help"],
      ["whoami", "--help"]
    ]) {
      expect([args, (await admin.run(args)).code]).toEqual([args, 0])
    }
    expect((await admin.run(["locks", "ls", "--status", "available, 1004"])).code).toBe(0)
  })

  it("names the values of the end of a subscription, of which never is none", async () => {
    const keeper = await place.signedIn(Role.id.SuperAdmin)
    const owner = ["--owner-email", "n@birch.example.com", "--owner-first-name", "No", "--owner-last-name", "End"]
    const ended = await keeper.run(["companies", "create", "Birch", ...owner, "--paid-through", "never"])
    expect([ended.code, errorOf(ended)["message"]]).toEqual([
      2,
      "Paid through: Expected a day such as 2027-12-31, or none for no subscription"
    ])
  })

  it("offers only the plans for sale", async () => {
    const keeper = await place.signedIn(Role.id.SuperAdmin)
    const ended = await keeper.run(["companies", "edit", "1", "--tier", "Invalid"])
    expect([ended.code, errorOf(ended)["next"]]).toEqual([2, expect.stringContaining("Use one of: LocksOnly, Basic,")])
  })

  it.each([
    ["Report=On", "A feature can't be 'Report'. Did you mean Reports?"],
    ["Subdomains=plan,Reports=Upgradable", "Reports can't be 'Upgradable'. Did you mean Upgradeable?"],
    ["Reports=On,reports=Off", "reports is there twice. Name each feature once."],
    ["Reports", "Reports can't be ''. Use one of: Off, On, Upgradeable, plan."]
  ])("is named in the features of a company: %s", async (features, message) => {
    const keeper = await place.signedIn(Role.id.SuperAdmin)
    const ended = await keeper.run(["companies", "edit", "1", "--features", features])
    expect([ended.code, ended.stdout]).toEqual([2, ""])
    const { message: error, next } = errorOf(ended)
    expect(`${String(error)} ${String(next)}`).toContain(message)
  })
})
