import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { there } from "../support/deskData.ts"
import { answering, holdBack } from "../support/holdBack.ts"
import { desk, shareDeskWithNewPages } from "../support/shareDesk.ts"

shareDeskWithNewPages()

/** A visitor who pressed `g e` for the users on a list. The code of these screens doesn't load until `load` is called. */
const waiting = async (screens: string) => {
  const visitor = await desk.visit({ role: Role.id.Owner })
  const chunk = (name: string): RegExp => new RegExp(`/assets/(${name})-[^/]*\\.js$`)
  const load = await holdBack(visitor, chunk(screens))
  await visitor.goTo("/locks/manage_locks")
  await visitor.page.locator(".list-rows [role=row]").first().waitFor()
  await visitor.press("g", "e")
  await visitor.isAt("/team/users")
  return { visitor, load: (part: string) => load(chunk(part)) }
}

describe("keys typed while a screen's code loads", () => {
  it("run there, and not on the list that is still shown", async () => {
    const { visitor, load } = await waiting("UsersRoute")
    await visitor.press("j", "x", "Enter")
    expect(await visitor.page.getByRole("grid").getByRole("checkbox", { checked: true }).count()).toBe(0)
    await visitor.isAt("/team/users")
    await load("UsersRoute")
    await visitor.isAt(/^\/team\/users\/\d+$/)
  })

  it("run there in order, and go into the field that one of them focuses", async () => {
    const { visitor, load } = await waiting("UsersRoute")
    await visitor.press("/")
    await visitor.page.keyboard.type("vendor")
    await load("UsersRoute")
    await expect.poll(() => visitor.page.getByPlaceholder("Search User").inputValue()).toBe("vendor")
    await visitor.reads(/^1 user$/)
    await visitor.press("Escape", "j", "Enter")
    await visitor.isAt(/^\/team\/users\/\d+$/)
  })

  it("look up a lock if they are digits, and are dropped by Esc, a click or another screen", async () => {
    const { visitor, load } = await waiting("UsersRoute|FacilitiesRoute")
    await visitor.press("4")
    await expect.poll(() => visitor.paletteBox.inputValue()).toBe("4")
    await visitor.press("Escape", "Escape")
    await visitor.paletteBox.waitFor({ state: "detached" })
    await visitor.press("/", "Escape", "n")
    await visitor.page.getByRole("dialog", { name: "Notices" }).waitFor()
    await visitor.press("Escape", "/", "s")
    await visitor.page.getByRole("link", { name: "Facilities" }).first().click()
    await load("FacilitiesRoute")
    await visitor.sees("Facilities")
    expect(await visitor.page.locator("input:focus").count()).toBe(0)
  })

  it("are not kept once the screen has failed to load", async () => {
    const visitor = await desk.visit({ role: Role.id.Owner })
    visitor.expects(/UsersRoute/, /didn't load/)
    const answer = await answering(visitor, /\/assets\/UsersRoute-[^/]*\.js/)
    await visitor.goTo("/facilities")
    await visitor.sees("Facilities")
    await visitor.press("g", "e")
    await visitor.isAt("/team/users")
    await visitor.press("j")
    answer("fails")
    await visitor.sees("Part of Lockdesk didn't load.")
    await visitor.press("j", "g", "f")
    await visitor.isAt("/facilities")
    await visitor.sees("Facilities")
  })
})

describe("keys typed while a screen's data loads", () => {
  it("run once it is there: reveal the combination of the lock in the address", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin })
    const answer = await answering(visitor, /\/api\/locks[/?]/)
    await visitor.goTo(`/locks/${there.available}`)
    await visitor.reads("Loading")
    await visitor.press("r", "1")
    expect(await visitor.page.getByRole("dialog").count()).toBe(0)
    answer("comes")
    const dialog = visitor.page.getByRole("dialog", { name: `Reveal the combination of lock ${there.available}` })
    await dialog.waitFor()
    await expect.poll(() => dialog.getByRole("radio", { checked: true }).count()).toBe(1)
  })

  it("are dropped when the user goes elsewhere", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin })
    const answer = await answering(visitor, /\/api\/locks[/?]/)
    await visitor.goTo(`/locks/${there.available}`)
    await visitor.reads("Loading")
    await visitor.press("r")
    await visitor.page.getByRole("link", { name: "Dashboard" }).first().click()
    await visitor.sees("Dashboard")
    answer("comes")
    await visitor.press("g", "f")
    await visitor.sees("Facilities")
    expect(await visitor.page.getByRole("dialog").count()).toBe(0)
  })
})
