import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { Desk } from "../support/Desk.ts"
import { openDesk } from "../support/openDesk.ts"

let desk: Desk
beforeAll(async () => {
  desk = (await openDesk()).keepingPages()
})
afterEach(() => desk.settle())
afterAll(() => desk.close())

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
