import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { holdBack } from "../support/holdBack.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

shareDesk()

describe("a confirmation", () => {
  it("opens once on a double-click, which doesn't also answer it", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/settings/general" })
    await visitor.page.getByLabel("Web App Timeout", { exact: true }).fill("9")
    const question = visitor.page.getByRole("dialog", { name: /will be logged out after 9 hours/i })
    // The second click lands beside the dialog, then on its buttons.
    for (const top of ["auto", "50%"]) {
      const save = visitor.page.getByRole("button", { name: "Save & Submit Web App Timeout" })
      if (top !== "auto") {
        await save.click()
        const yes = await question.getByRole("button", { name: "Yes" }).boundingBox()
        await visitor.press("Escape")
        await save.evaluate((element, box) => {
          element.style.cssText = `position: fixed; left: ${box?.x}px; top: ${box?.y}px; width: ${box?.width}px; height: ${box?.height}px`
        }, yes)
      }
      await save.dblclick()
      await question.waitFor()
      await visitor.settled()
      expect(await question.count()).toBe(1)
      await visitor.press("Escape")
      await question.waitFor({ state: "detached" })
    }
    expect(await visitor.page.getByText(/^Updated Web Timeout/).count()).toBe(0)
  })
})

describe("leaving a screen", () => {
  const account = ({ page }: Visitor) => page.getByRole("dialog", { name: "Manage Account" })
  const question = ({ page }: Visitor) => page.getByRole("dialog", { name: /^Any progress will be lost/ })
  const atFacilities = async (): Promise<Visitor> => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.press("g", "f")
    await visitor.sees("Facilities")
    return visitor
  }

  it("with Back closes a dialog, and asks once about all that was typed in it", async () => {
    const visitor = await atFacilities()
    await visitor.runs("Manage Account")
    await account(visitor).getByLabel("First name").fill("Petra")
    await account(visitor).getByLabel("Last name").fill("Stone")
    await visitor.page.goBack()
    await question(visitor).waitFor()
    await visitor.press("Escape")
    await question(visitor).waitFor({ state: "detached" })
    await visitor.isAt("/facilities")
    expect(await account(visitor).getByLabel("First name").inputValue()).toBe("Petra")
    await visitor.page.goBack()
    await question(visitor).getByRole("button", { name: "Yes" }).click()
    await visitor.sees("Dashboard")
    await account(visitor).waitFor({ state: "detached" })
    expect(await question(visitor).count()).toBe(0)
  })

  it("with Back closes a dialog also while the rest of the console loads", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin })
    const release = await holdBack(visitor, /\/assets\/LaterHosts-/)
    await visitor.goTo("/dashboard")
    await visitor.sees("Dashboard")
    await visitor.press("g", "f")
    await visitor.sees("Facilities")
    await visitor.runs("Manage Account")
    await account(visitor).waitFor()
    await visitor.page.goBack()
    await account(visitor).waitFor({ state: "detached" })
    await release()
  })

  it("with Back closes the palette, and one that is in front of a dialog with it", async () => {
    const visitor = await atFacilities()
    await visitor.runs("Manage Account")
    await account(visitor).waitFor()
    await visitor.openPalette("maple")
    await visitor.page.goBack()
    await visitor.sees("Dashboard")
    await visitor.paletteBox.waitFor({ state: "detached" })
    await account(visitor).waitFor({ state: "detached" })
    await visitor.press("g", "f")
    await visitor.sees("Facilities")
  })

  it("with Back closes the palette before it asks about a form behind it", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.press("g", "s")
    await visitor.page.getByLabel("Web App Timeout", { exact: true }).fill("9")
    await visitor.openPalette("maple")
    await visitor.page.goBack()
    await visitor.paletteBox.waitFor({ state: "detached" })
    await question(visitor).getByRole("button", { name: "No" }).click()
    expect(await visitor.page.getByLabel("Web App Timeout", { exact: true }).inputValue()).toBe("9")
  })

  it("by signing out asks once, and No keeps all that was typed", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/settings/general" })
    const timeout = visitor.page.getByLabel("Web App Timeout", { exact: true })
    const contact = visitor.page.getByLabel("Contact name", { exact: true })
    await timeout.fill("9")
    await contact.fill("Petra")
    await visitor.signsOut()
    await question(visitor).getByRole("button", { name: "No" }).click()
    await question(visitor).waitFor({ state: "detached" })
    expect([await timeout.inputValue(), await contact.inputValue()]).toEqual(["9", "Petra"])
    await visitor.isAt("/settings/general")
    await visitor.runs("Manage Account")
    await account(visitor).getByLabel("First name").fill("Petra")
    await visitor.runs("Sign out")
    await question(visitor).getByRole("button", { name: "Yes" }).click()
    await visitor.isAt("/signin")
    await visitor.page.getByLabel("Password", { exact: true }).waitFor()
    expect(await visitor.page.getByText("Your unsaved changes were discarded.").count()).toBe(0)
    expect(await question(visitor).count()).toBe(0)
  })

  it("with the palette closes the dialog behind it, and stops recording keys", async () => {
    const visitor = await atFacilities()
    await visitor.runs("Contact support")
    const support = visitor.page.getByRole("dialog", { name: "Support" })
    await support.getByLabel("Subject").fill("Lost key")
    await visitor.runs("Go to Dashboard")
    await visitor.sees("Dashboard")
    await support.waitFor({ state: "detached" })
    await visitor.reads("We saved your draft.")
    await visitor.runs("Change the keys")
    const sheet = visitor.page.getByRole("dialog", { name: "Keys" })
    await sheet.waitFor()
    await visitor.page.goBack()
    await visitor.sees("Facilities")
    await sheet.waitFor({ state: "detached" })
  })

  it("closes the preview of a row when Back changes its list", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/locks/manage_locks" })
    await visitor.sees("Manage Locks")
    await visitor.page.getByRole("grid").waitFor()
    await visitor.follows("/locks/manage_locks?search=4000")
    await visitor.reads(/4000.?1007/)
    await visitor.press("j", "Space")
    const preview = visitor.page.locator(".dialog.peek")
    await preview.waitFor()
    await visitor.page.goBack()
    await preview.waitFor({ state: "detached" })
  })
})

describe("a field that was left with Esc", () => {
  it("doesn't get the focus again when the palette closes, so that the next letter is a shortcut", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/settings/general" })
    const field = visitor.page.getByLabel("Web App Timeout", { exact: true })
    await field.focus()
    await visitor.press("Escape")
    await visitor.openPalette()
    await visitor.press("Escape")
    await visitor.paletteBox.waitFor({ state: "detached" })
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(false)
    await visitor.press("g", "f")
    await visitor.sees("Facilities")
    // A field with the focus gets it back.
    const search = visitor.page
      .getByRole("searchbox")
      .or(visitor.page.getByPlaceholder(/Search/))
      .last()
    await search.focus()
    await visitor.openPalette()
    await visitor.press("Escape")
    await expect.poll(() => search.evaluate((element) => element === document.activeElement)).toBe(true)
  })
})
