import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { emailOf, password } from "../../support/fixture.ts"
import { codeOf, companies, there } from "../support/deskData.ts"
import type { VisitOptions } from "../support/Desk.ts"
import { embedded } from "../../support/databases.ts"
import { desk, shareDeskWithNewPages } from "../support/shareDesk.ts"

shareDeskWithNewPages({}, undefined, embedded)

const agent = emailOf(companies.acme, Role.id.CallCenterAgent)

/** The display conditions: the default, 1280 px at 400% zoom, and reduced motion. */
const conditions: ReadonlyArray<readonly [string, VisitOptions]> = [
  ["at 1280 px", {}],
  ["at 400 % zoom and with reduced motion", { viewport: { width: 320, height: 640 }, reducedMotion: "reduce" }]
]

/** Only keys are pressed; the pointer never enters the page. */
describe.each(conditions)("by keyboard only, %s", (_, options) => {
  it("signs in, finds a lock, reveals it, reads its log, changes the theme and signs out", async () => {
    const visitor = await desk.visit({ ...options, path: "/signin" })
    visitor.expects(/401/, /hub/i)
    await visitor.sees("Log In")
    await visitor.page.keyboard.type(agent)
    await visitor.press("Tab")
    await visitor.page.keyboard.type(password)
    await visitor.press("Enter")
    await visitor.sees("Dashboard")

    // Quick Lock Search: Tab to its box, then Down and Enter pick the result.
    await visitor.tabTo(visitor.page.getByPlaceholder("Search Serial Code or Unit"))
    await visitor.page.keyboard.type("1204")
    await visitor.page
      .getByRole("option")
      .filter({ hasText: /4000.?1007/ })
      .waitFor()
    await visitor.press("ArrowDown", "Enter")
    await visitor.reads("Assigned Overlock")
    await visitor.tabTo(visitor.does("locks.reveal").first())
    await visitor.press("Enter")
    await visitor.does("reveal.reason3").waitFor()
    await visitor.press("3")
    await visitor.reads(codeOf(there.overlocked))
    await visitor.press("Escape", "Escape")
    await visitor.page.getByRole("dialog").waitFor({ state: "detached" })

    // The list: j selects a row, Enter opens it, l opens its log.
    await visitor.press("g", "l")
    await visitor.sees("Manage Locks")
    await visitor.press("j")
    await visitor.press("Enter")
    await visitor.isAt(/^\/locks\/\d+$/)
    await visitor.reads("Lock Logs")
    await visitor.page.goBack()
    await visitor.sees("Manage Locks")

    await visitor.runs("dark theme")
    await visitor.page.waitForFunction(() => document.documentElement.dataset["theme"] === "dark")

    await visitor.runs("sign out")
    await visitor.isAt("/signin")
  })
})

describe.each(conditions)("by mouse only, %s", (_, options) => {
  it("signs in, finds a lock, reveals it, reads its log, and signs out", async () => {
    const visitor = await desk.visit({ ...options, path: "/signin" })
    visitor.expects(/401/, /hub/i)
    // The browser's password manager fills fields without key presses.
    await visitor.page.getByLabel("Email", { exact: true }).fill(agent)
    await visitor.page.getByLabel("Password", { exact: true }).fill(password)
    await visitor.does("auth.login").click()
    await visitor.sees("Dashboard")
    await visitor.forgetKeys()

    await visitor.page.getByPlaceholder("Search Serial Code or Unit").fill("1204")
    await visitor.page
      .getByRole("option")
      .filter({ hasText: /4000.?1007/ })
      .click()
    await visitor.does("locks.reveal").first().click()
    await visitor.does("reveal.reason2").click()
    await visitor.does("form.submit").click()
    await visitor.reads(codeOf(there.overlocked))
    await visitor.does("reveal.mask").click()
    await visitor.readsNoMore(codeOf(there.overlocked))
    await visitor.does("layer.close").filter({ hasText: "Continue" }).click()
    await visitor.page.getByRole("dialog").waitFor({ state: "detached" })

    await visitor.does("go.locks").first().click()
    await visitor.sees("Manage Locks")
    await visitor.does("lists.open").first().click()
    await visitor.isAt(/^\/locks\/\d+$/)
    await visitor.reads("Lock Logs")

    await visitor.signsOut()
    await visitor.isAt("/signin")
    expect(await visitor.keys()).toEqual([])
  })
})
