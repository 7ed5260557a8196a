import { describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { emailOf, password } from "../../support/fixture.ts"
import { companies, there } from "../support/deskData.ts"
import { holdBack } from "../support/holdBack.ts"
import { desk, shareDeskWithNewPages } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

declare global {
  interface Window {
    /** Takes the keys typed while the page loads (web/public/early-keys.js). */
    lockdeskEarlyKeys?: () => ReadonlyArray<KeyboardEvent>
  }
}

shareDeskWithNewPages()

const serial = there.overlocked

/** A visitor whose page scripts don't load until `load` is called, by default all of them. */
const waiting = async (
  role: RoleId | null = Role.id.CallCenterAgent,
  scripts = "**/assets/*.js",
  path = "/dashboard"
): Promise<{ readonly visitor: Visitor; readonly load: () => void }> => {
  const visitor = await desk.visit({ ...(role === null ? {} : { role }), fresh: true })
  await visitor.context.clock.install()
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>()
  await visitor.context.route(scripts, async (route) => {
    await loaded
    await route.continue()
  })
  await visitor.page.goto(path, { waitUntil: "commit" })
  await expect
    .poll(() => visitor.page.evaluate(() => document.body !== null && "lockdeskEarlyKeys" in window))
    .toBe(true)
  return { visitor, load }
}

describe("keys typed before the console loads", () => {
  it("are looked up completely, and reveal nothing", async () => {
    const { visitor, load } = await waiting()
    await visitor.page.keyboard.type(serial)
    await visitor.press("Enter", "2")
    load()
    await visitor.reads("Tenant requested code")
    await visitor.press("2")
    await visitor.page
      .getByText(/^\d \d \d \d$|^\d{4}$/)
      .first()
      .waitFor()
  })

  it("are continued by what is typed afterwards", async () => {
    const { visitor, load } = await waiting()
    await visitor.page.keyboard.type(serial.slice(0, 5))
    load()
    await visitor.paletteBox.waitFor()
    await visitor.page.keyboard.type(serial.slice(5))
    await expect
      .poll(() => visitor.paletteBox.inputValue())
      .toMatch(new RegExp(`^${serial.replace(/^(.{4})/, "$1 ?")}$`))
  })

  it("run in order if they are letters, unless Esc dropped them", async () => {
    const { visitor, load } = await waiting()
    await visitor.press("g", "f", "Escape", "g", "l", "j", "Enter")
    load()
    await visitor.isAt(/^\/locks\/\d+$/)
  })

  it("open the palette with Mod+K, and are typed into it", async () => {
    const { visitor, load } = await waiting()
    await visitor.press("Control+k")
    await visitor.page.keyboard.type("harbor")
    load()
    await visitor.paletteBox.waitFor()
    await expect.poll(() => visitor.paletteBox.inputValue()).toBe("harbor")
  })

  it("keep their spaces and corrections", async () => {
    const { visitor, load } = await waiting()
    await visitor.press("Control+k")
    await visitor.page.keyboard.type("show the kez")
    await visitor.press("Backspace", "y")
    load()
    await visitor.paletteBox.waitFor()
    await expect.poll(() => visitor.paletteBox.inputValue()).toBe("show the key")
  })

  it("are looked up if a space or a correction is among the digits", async () => {
    const { visitor, load } = await waiting()
    await visitor.page.keyboard.type(`${serial.slice(0, 4)} ${serial.slice(4)}0`)
    await visitor.press("Backspace", "Enter")
    load()
    await visitor.reads("Tenant requested code")
  })

  it("are dropped by Esc also when the first of them runs, in a list that is still loading", async () => {
    const { visitor, load } = await waiting(
      Role.id.Admin,
      "**/assets/*.js",
      `/locks/manage_locks?search=${there.available}`
    )
    const answer = await holdBack(visitor, /\/api\/locks\b/)
    await visitor.press("j", "x", "u", "m")
    const pressed = await visitor.page.evaluateHandle(() => {
      const heard: Array<string> = []
      addEventListener("keydown", ({ key }) => heard.push(key), { capture: true })
      const take = window.lockdeskEarlyKeys
      window.lockdeskEarlyKeys = () => {
        // Right before the first of the keys runs.
        const escape = new KeyboardEvent("keydown", { key: "Escape", code: "Escape", bubbles: true, cancelable: true })
        setTimeout(() => document.body.dispatchEvent(escape))
        return take?.() ?? []
      }
      return heard
    })
    load()
    await expect.poll(() => pressed.jsonValue()).toEqual(["Escape", "j", "x", "u"])
    await visitor.settled()
    await answer()
    await visitor.page.getByRole("row").nth(1).waitFor()
    await visitor.settled()
    expect(await visitor.page.locator("[role=row][aria-selected=true]").count()).toBe(0)
    expect(await visitor.paletteBox.count()).toBe(0)
  })

  it("are looked up even if the rest of the console takes half a minute to load", async () => {
    const { visitor, load } = await waiting(Role.id.CallCenterAgent, "**/assets/console-*.js")
    await visitor.page.keyboard.type(serial)
    await expect
      .poll(async () => {
        await visitor.context.clock.runFor(1_000)
        return visitor.page.getByText("Loading\u2026").count()
      })
      .toBe(1)
    await visitor.context.clock.runFor(30_000)
    load()
    await visitor.paletteBox.waitFor()
    expect((await visitor.paletteBox.inputValue()).replaceAll(" ", "")).toBe(serial)
  })

  it("are dropped when sign-in is needed, and leave the form fields alone", async () => {
    const { visitor, load } = await waiting(null)
    await visitor.page.keyboard.type("12345678")
    load()
    await visitor.sees("Log In")
    await visitor.page.getByLabel("Email", { exact: true }).click()
    await visitor.page.keyboard.type("2@example.com")
    expect(await visitor.page.getByLabel("Email", { exact: true }).inputValue()).toBe("2@example.com")
    expect(await visitor.paletteBox.count()).toBe(0)
  })
})

describe("keys typed right after signing in", () => {
  /** A visitor who presses Enter on the sign-in screen. The response is held until `answer` is called. */
  const signingIn = async (typed: string) => {
    const visitor = await desk.visit({ path: "/signin", fresh: true })
    const answer = await holdBack(visitor, /\/api\/auth\/login/)
    await visitor.page.getByLabel("Email", { exact: true }).fill(emailOf(companies.acme, Role.id.CallCenterAgent))
    await visitor.page.getByLabel("Password", { exact: true }).fill(typed)
    await visitor.press("Enter", "Enter")
    return { visitor, answer }
  }

  it("are looked up in the console", async () => {
    const { visitor, answer } = await signingIn(password)
    await visitor.page.keyboard.type(serial)
    await visitor.press("Enter")
    await answer()
    await visitor.reads("Tenant requested code")
  })

  it("run in order if they are letters", async () => {
    const { visitor, answer } = await signingIn(password)
    await visitor.press("g", "l", "j", "Enter")
    await answer()
    await visitor.isAt(/^\/locks\/\d+$/)
  })

  it("correct a field that the user goes to meanwhile", async () => {
    const { visitor, answer } = await signingIn("wrong-horse-9")
    visitor.expects(/401/)
    const email = visitor.page.getByLabel("Email", { exact: true })
    await email.fill("")
    await visitor.page.keyboard.type("2@example.com")
    expect(await email.inputValue()).toBe("2@example.com")
    await answer()
    await visitor.reads("Email or password is wrong.")
  })

  it("do nothing if the password is wrong, and the next ones replace it", async () => {
    const { visitor, answer } = await signingIn("wrong-horse-9")
    visitor.expects(/401/)
    await visitor.page.keyboard.type(serial)
    await answer()
    await visitor.reads("Email or password is wrong.")
    await visitor.page.keyboard.type(password)
    expect(await visitor.page.getByLabel("Password", { exact: true }).inputValue()).toBe(password)
    await visitor.press("Enter")
    await visitor.isAt("/dashboard")
    expect(await visitor.paletteBox.count()).toBe(0)
  })
})
