import type { BrowserContext, CDPSession, Page } from "playwright-core"

/** A pressed key as the page saw it. */
export interface PressedKey {
  readonly key: string
  /** The event's timestamp in milliseconds on the page's clock. */
  readonly at: number
}

interface Recording {
  __pressedKeys?: Array<PressedKey>
}

/** Makes every page of a context record pressed keys, without bare modifiers and repeats. */
export const recordKeys = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const pressed: Array<PressedKey> = []
    ;(globalThis as Recording).__pressedKeys = pressed
    addEventListener(
      "keydown",
      (event) => {
        if (!event.isTrusted || event.repeat || ["Control", "Meta", "Shift", "Alt"].includes(event.key)) return
        pressed.push({ key: event.key, at: event.timeStamp })
      },
      true
    )
  })

/** The keys pressed since the page loaded or since `forgetKeys`. */
export const pressedKeys = (page: Page): Promise<ReadonlyArray<PressedKey>> =>
  page.evaluate(() => [...((globalThis as Recording).__pressedKeys ?? [])])

export const forgetKeys = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const pressed = (globalThis as Recording).__pressedKeys
    if (pressed !== undefined) pressed.length = 0
  })

const codes: Readonly<Record<string, { readonly code: string; readonly keyCode: number; readonly text: string }>> = {
  Enter: { code: "Enter", keyCode: 13, text: "\r" },
  Escape: { code: "Escape", keyCode: 27, text: "" },
  ...Object.fromEntries(
    Array.from("0123456789", (digit) => [digit, { code: `Digit${digit}`, keyCode: 48 + Number(digit), text: digit }])
  )
}

/** A key that types a character. No code reads its position on the keyboard. */
const characterKey = (key: string) =>
  key.length === 1
    ? { code: "", keyCode: key.toUpperCase().charCodeAt(0), text: key }
    : { code: "", keyCode: 0, text: "" }

/**
 * Presses keys as fast as the browser accepts them, without waiting for each response. The page can't tell them from real ones.
 * All have the same timestamp, as a scanner's keys do, however busy this machine is.
 */
export const pressAtOnce = async (session: CDPSession, keys: ReadonlyArray<string>): Promise<void> => {
  const moment = keys.length > 1 ? { timestamp: Date.now() / 1000 } : {}
  await Promise.all(
    keys.flatMap((key) => {
      const { code, keyCode, text } = codes[key] ?? characterKey(key)
      const facts = { key, code, windowsVirtualKeyCode: keyCode, ...moment }
      return [
        session.send("Input.dispatchKeyEvent", { type: text === "" ? "rawKeyDown" : "keyDown", ...facts, text }),
        session.send("Input.dispatchKeyEvent", { type: "keyUp", ...facts })
      ]
    })
  )
}
