import { describe, expect, it } from "vitest"
import { activatingAt, field, fieldHasFocus, inState } from "../support/activating.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import { typeFast } from "../support/typeFast.ts"
import type { Visitor } from "../support/Visitor.ts"

shareDesk()

const { registered, activated, begin } = activatingAt(() => desk)

/** Pastes the clipboard into the field. */
const paste = (visitor: Visitor, text: string) =>
  field(visitor).evaluate((input, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData("text/plain", pasted)
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })
    if (input.dispatchEvent(event)) document.execCommand("insertText", false, pasted)
  }, text)

describe("multiple scans", () => {
  it("are read from pasted lines, one per line and in order", async () => {
    const serials = await registered(4)
    const [one = "", two = "", three = "", four = ""] = serials
    const visitor = await begin()
    await visitor.press(...one.slice(0, 3))
    await paste(visitor, `${one.slice(3)}\r\n${two}\n\n ${three.slice(0, 4)} ${three.slice(4)} \n12345\n${four}`)
    await visitor.reads("4 activated")
    await visitor.reads("1 failed")
    await visitor.page.locator(".activate-misread", { hasText: /^12345$/ }).waitFor()
    expect(await activated(serials)).toEqual(serials)
    await fieldHasFocus(visitor)
    expect(await field(visitor).inputValue()).toBe("")
    // A single pasted line waits for Enter, as a typed one does.
    await paste(visitor, `${one}\n`)
    expect(await field(visitor).inputValue()).toBe(one)
  })

  it("are read from pasted cells without their combinations, which stay out of the page and its storage", async () => {
    const serials = await registered(3)
    const [one = "", two = "", three = ""] = serials
    const visitor = await begin()
    await paste(visitor, `Serial Code\tCombination\r\n${one}\t8241\r\n8242\t${two.slice(0, 4)} ${two.slice(4)}\r\n`)
    await visitor.reads("2 activated")
    await visitor.page.locator(".activate-misread", { hasText: /^SERIALCODE$/ }).waitFor()
    await paste(visitor, `${three};8243`)
    expect(await field(visitor).inputValue()).toBe(three)
    expect(await activated(serials)).toEqual([one, two])
    const stored = await visitor.page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
    expect(stored + (await visitor.page.locator("body").innerText())).not.toMatch(/824[123]/)
  })

  it("are separated when the scanner sends Tab, with focus anywhere; a Tab typed by a person leaves the field", async () => {
    const serials = await registered(3)
    const [one = "", two = "", three = ""] = serials
    const visitor = await begin()
    await visitor.pressAtOnce([...one, "Tab"])
    await inState(visitor, "activated", 1)
    await fieldHasFocus(visitor)
    await visitor.does("activate.tone").focus()
    await visitor.pressAtOnce([...two, "Tab"])
    await inState(visitor, "activated", 2)
    await fieldHasFocus(visitor)
    await typeFast(await visitor.session(), [...three, "Tab"], [0, 0, 0, 0, 0, 0, 0, 0, 200])
    expect(await field(visitor).inputValue()).toBe(three)
    expect(await field(visitor).evaluate((input) => document.activeElement === input)).toBe(false)
    expect(await activated(serials)).toEqual([one, two])
  })
})
