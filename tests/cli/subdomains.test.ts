import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { pngOf } from "../support/logoImages.ts"
import { errorOf } from "./support/lockdesk.ts"
import { file, place, sharePlace, user as machine } from "./support/sharePlace.ts"

sharePlace(Role.id.Admin)
beforeAll(async () => {
  file("logo.png", pngOf(40, 20))
  file("logo.svg", "<svg/>")
})

const rows = async () =>
  JSON.parse((await machine.run(["subdomains", "ls", "--json"])).stdout) as ReadonlyArray<{
    readonly displayName: string
    readonly facilityIDs: ReadonlyArray<number>
    readonly logo: string | null
  }>

describe("lockdesk subdomains", () => {
  it("adds, lists, changes and shows subdomains, with facilities by name", async () => {
    const args = ["subdomains", "create", "Maple Storage", "maple", "--facilities", "Maple St, Harbour Point"]
    const dry = await machine.run([...args, "--dry-run"])
    expect([dry.code, dry.stderr]).toEqual([0, "Dry run: nothing was changed.\n"])
    expect(await rows()).toEqual([])
    expect((await machine.run(args)).stdout).toMatch(/Subdomain URL +maple\nFacilities +2\n/)
    const again = await machine.run(args)
    expect([again.code, again.stderr]).toEqual([0, "Unchanged: it exists already.\n"])
    expect(again.stdout).toMatch(/Subdomain URL +maple\nFacilities +2\n/)
    for (const other of [
      ["Maple West", "maple"],
      ["Maple Storage", "maple", "--facilities", "Maple St"]
    ]) {
      const taken = await machine.run(["subdomains", "create", ...other])
      expect([taken.code, errorOf(taken)["code"]]).toEqual([7, "SubdomainUrlTaken"])
    }
    const edited = await machine.run(["subdomains", "edit", "maple", "--name", "Maple West", "--unassign", "Maple St"])
    expect([edited.code, edited.stderr]).toEqual([0, ""])
    expect(await rows()).toMatchObject([{ displayName: "Maple West", facilityIDs: [expect.any(Number)] }])
    const same = await machine.run(["subdomains", "edit", "Maple West", "--name", "Maple West"])
    expect([same.code, same.stderr]).toEqual([0, "Unchanged: already set.\n"])
    const portal = await machine.run(["subdomains", "portal", "maple", "--json"])
    expect(JSON.parse(portal.stdout)).toMatchObject({
      displayName: "Maple West",
      facilities: [{ name: "Harbour Point" }]
    })
  })

  it("says when facilities move from a different subdomain", async () => {
    const note = "Moved from a different subdomain: 1 facility.\n"
    const taking = ["subdomains", "create", "Pier", "pier", "--facilities", "Harbour Point"]
    const dry = await machine.run([...taking, "--dry-run"])
    expect(dry.stderr).toBe(`Dry run: nothing was changed.\n${note}`)
    expect((await machine.run(taking)).stderr).toBe(note)
    const back = await machine.run(["subdomains", "edit", "maple", "--assign", "Harbour Point"])
    expect([back.code, back.stderr]).toEqual([0, note])
  })

  it("uploads and removes a logo", async () => {
    const sent = await machine.run(["subdomains", "logo", "maple", "logo.png"])
    expect([sent.code, sent.stderr]).toEqual([0, ""])
    expect((await rows())[0]?.logo).toMatch(/\.png$/)
    await machine.run(["subdomains", "edit", "maple", "--without-logo"])
    expect((await rows())[0]?.logo).toBeNull()
  })

  it("refuses invalid values, and says why", async () => {
    for (const [args, code, says] of [
      [["create", "Maple", "Maple_1"], 2, "SubdomainRefused"],
      [["create", "Maple", "x", "--facilities", "Nowhere"], 6, "FacilityNotFound"],
      [["edit", "nowhere", "--name", "x"], 6, "SubdomainNotFound"],
      [["logo", "maple", "logo.svg"], 2, "LogoRefused"],
      [["logo", "maple", "none.png"], 2, "LogoRefused"],
      [["portal", "nowhere"], 6, "PortalNotFound"]
    ] as const) {
      const ended = await machine.run(["subdomains", ...args])
      expect([args, ended.code, errorOf(ended)["code"], ended.stdout]).toEqual([args, code, says, ""])
    }
    const vendor = await place.signedIn(Role.id.Vendor)
    const denied = await vendor.run(["subdomains", "ls"])
    expect([denied.code, errorOf(denied)["code"]]).toEqual([5, "AccessDenied"])
  })

  it("names the plan that includes them, and ends with 5", async () => {
    const tier = (id: number) => place.server.sql((sql) => sql`UPDATE companies SET tier = ${id}`)
    await tier(1)
    const owner = await place.signedIn(Role.id.Owner)
    for (const args of [["ls"], ["create", "Maple", "maple-2"]]) {
      const ended = await owner.run(["subdomains", ...args])
      expect([args, ended.code, errorOf(ended)]).toMatchObject([
        args,
        5,
        { code: "FeatureNotIncluded", next: expect.stringContaining("the Plus plan") }
      ])
    }
    await tier(3)
  })
})
