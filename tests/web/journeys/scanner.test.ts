import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { axeFindings } from "../support/axe.ts"
import { there } from "../support/deskData.ts"
import { Browsers } from "../support/Browsers.ts"
import { launchChromium } from "../support/launchChromium.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import { type QrName, writeFilm } from "../support/qrCodes.ts"
import { Visitor } from "../support/Visitor.ts"
import { unsound } from "../support/unsound.ts"

shareDesk()
/** What the camera films. */
let film = ""
/** A browser with a fake camera, down to the driver. Starting one takes as long as three visits. */
let filming: Browser
let visitors: Browsers
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "lockdesk-films-"))
  film = join(folder, "film.y4m")
  filming = await launchChromium(
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    `--use-file-for-fake-video-capture=${film}`
  )
  visitors = new Browsers(filming, desk.proxy.address)
})
afterAll(async () => {
  await filming.close()
  rmSync(dirname(film), { recursive: true, force: true })
})

/** Holds a QR code before the camera, which reads its film whenever it is turned on. */
const before = async (code: QrName, use: (visitor: Visitor) => Promise<void>): Promise<void> => {
  writeFilm(film, code)
  const token = await desk.server.enter("acme", Role.id.Admin)
  const visitor = new Visitor(await visitors.open({ permissions: ["camera"] }, token), token)
  try {
    await visitor.page.addInitScript(watchTracks)
    await visitor.goTo("/locks/scan")
    await visitor.sees("Scan a lock")
    await use(visitor)
    expect(visitor.unexpected()).toEqual([])
  } finally {
    await visitor.leave()
  }
}

/** Keeps the page's media tracks, so the test can check whether they still run. */
function watchTracks(): void {
  const tracks: Array<MediaStreamTrack> = []
  Object.assign(globalThis, { tracks })
  const devices = navigator.mediaDevices
  const open = devices.getUserMedia.bind(devices)
  devices.getUserMedia = async (wanted) => {
    const stream = await open(wanted)
    tracks.push(...stream.getTracks())
    return stream
  }
}

const tracks = ({ page }: Visitor): Promise<ReadonlyArray<string>> =>
  page.evaluate(() =>
    (globalThis as unknown as { tracks: ReadonlyArray<MediaStreamTrack> }).tracks.map(({ readyState }) => readyState)
  )

const overlay = ({ page }: Visitor) => page.getByRole("dialog", { name: "Scan QR Code" })

/** Presses Esc until the overlay is gone. */
const leave = (visitor: Visitor): Promise<void> =>
  expect
    .poll(async () => {
      await visitor.press("Escape")
      return visitor.page.locator(".scan").count()
    })
    .toBe(0)

const visit = async (role: RoleId = Role.id.Admin): Promise<Visitor> => {
  const visitor = await desk.visit({ role, path: "/locks/scan" })
  await visitor.sees("Scan a lock")
  return visitor
}

describe("the scanner's camera", () => {
  it("says that its reader failed to load, opens the scanned lock, also from the dashboard, and turns off", async () => {
    await before("lock", async (visitor) => {
      visitor.expects(/ERR_/, /wasm/, /falling back to ArrayBuffer/)
      for (const file of ["zxingDetector-.*js", "zxing_reader-.*wasm"]) {
        const reader = new RegExp(`/assets/${file}`)
        await visitor.page.route(reader, (route) => route.abort())
        await visitor.does("scan.start").click()
        const failed = visitor.page.getByRole("alert").getByText("We couldn't load the QR code reader.")
        await visitor.until(file, failed.waitFor())
        await expect.poll(async () => new Set(await tracks(visitor))).toEqual(new Set(["ended"]))
        await visitor.page.unroute(reader)
        await visitor.does("scan.start").click()
        await visitor.isAt(/^\/locks\/\d+$/)
        await visitor.page.getByRole("heading", { name: /4000\s*1023/ }).waitFor()
        // The reader is loaded again.
        await visitor.goTo("/locks/scan")
      }
      await visitor.goTo("/dashboard")
      await visitor.does("scan.start").click()
      await visitor.isAt(/^\/locks\/\d+$/)
      await expect.poll(() => tracks(visitor)).toEqual(["ended"])
    })
  })

  it("reports an unknown lock, keeps scanning, and turns off when another screen opens", async () => {
    await before("unknown", async (visitor) => {
      // By keyboard only. The result is shown, and dismissed with Esc.
      await visitor.runs("Scan QR Code")
      const message = visitor.page.getByRole("dialog", { name: `Lock not found with serial code: ${there.unknown}` })
      await message.waitFor()
      await visitor.press("Escape")
      // The same code is still in view, so scanning continues and finds it again.
      await message.waitFor({ state: "detached" })
      await message.waitFor()
      expect(await tracks(visitor)).toEqual(["live"])
      await message.getByRole("link", { name: "Activate this lock" }).click()
      await visitor.isAt(/^\/locks\/activate_locks\?serialCode=/)
      await expect.poll(() => tracks(visitor)).toEqual(["ended"])
    })
  })

  it("ignores foreign codes, turns off by Esc and when the tab is hidden, and is started by keys from the dashboard", async () => {
    await before("foreign", async (visitor) => {
      await visitor.does("scan.start").click()
      const message = visitor.page.getByRole("dialog", { name: "QR code not supported." })
      await message.waitFor()
      const button = visitor.page.locator('.scan [data-command="scan.start"]')
      expect(await button.textContent()).toContain("Scanning...")
      expect(await button.getAttribute("aria-disabled")).toBe("true")
      await visitor.reads("Hover phone 3-5 inches over the QR code to scan")
      const frame = await visitor.page.locator(".scan-frame").boundingBox()
      expect([frame?.width, frame?.height]).toEqual([280, 280])
      await message.getByRole("button", { name: "OK" }).click()
      await message.waitFor({ state: "detached" })
      await message.waitFor()
      // The code is scanned repeatedly, and each result covers the overlay.
      await leave(visitor)
      await expect.poll(() => tracks(visitor)).toEqual(["ended"])
      // A hidden tab releases the camera.
      await visitor.does("scan.start").click()
      await message.waitFor()
      const hide = (hidden: boolean) =>
        visitor.page.evaluate((isHidden) => {
          Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden })
          document.dispatchEvent(new Event("visibilitychange"))
        }, hidden)
      await hide(true)
      await visitor.page.locator(".scan").waitFor({ state: "detached" })
      await expect.poll(() => tracks(visitor)).toEqual(["ended", "ended"])
      await hide(false)
      // By keys, from the dashboard's quick search.
      await visitor.opens("/dashboard", "Dashboard")
      await visitor.tabTo(visitor.does("scan.start"))
      await visitor.press("Enter")
      await message.waitFor()
      await leave(visitor)
      await visitor.isAt("/dashboard")
      await expect.poll(() => tracks(visitor)).toEqual(["ended", "ended", "ended"])
      expect(await axeFindings(visitor.page)).toEqual([])
    })
  })

  // The other reasons: tests/web/scanner/cameraRefusal.test.ts.
  it("explains why it is unavailable, and closes", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin })
    await visitor.page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("refused", "NotReadableError"))
    })
    await visitor.goTo("/locks/scan")
    await visitor.does("scan.start").click()
    await visitor.page.getByRole("alert").getByText("Error accessing camera. Please check permissions.").waitFor()
    await overlay(visitor).waitFor({ state: "detached" })
  })

  it("reports when the browser has no camera", async () => {
    const visitor = await visit()
    await visitor.does("scan.start").click()
    await visitor.page
      .getByRole("alert")
      .getByText(/^No camera found|^Camera access is blocked/)
      .waitFor()
  })
})

describe("a hardware reader, or pasted text", () => {
  it("opens a lock by serial code or link, by keyboard only", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.press("g", "q")
    await visitor.sees("Scan a lock")
    const field = visitor.page.getByLabel("Serial code or link")
    await field.waitFor()
    await visitor.tabTo(field)
    // A reader types as fast as possible and ends with Enter.
    await visitor.page.keyboard.insertText(`http://lock.lockdesk.example/${there.available}`)
    await visitor.press("Enter")
    await visitor.page.getByRole("heading", { name: /4000\s*1023/ }).waitFor()
    await visitor.page.goBack()
    await visitor.sees("Scan a lock")
    await visitor.page.getByLabel("Serial code or link").fill(there.damaged)
    await visitor.press("Enter")
    await visitor.page.getByRole("heading", { name: /4000\s*1060/ }).waitFor()
  })

  it("opens other URLs of the product, and nothing else", async () => {
    const visitor = await visit()
    const field = visitor.page.getByLabel("Serial code or link")
    await field.fill("https://evil.example/bulk_activate/BOX-1")
    await visitor.does("scan.look").click()
    await visitor.page.getByRole("dialog", { name: "QR code not supported." }).waitFor()
    await visitor.does("scan.goOn").click()
    await field.fill("https://lock.lockdesk.example/123")
    await visitor.does("scan.look").click()
    await visitor.page.getByRole("dialog", { name: "Lock not found", exact: true }).waitFor()
    await visitor.does("scan.goOn").click()
    await field.fill(`${desk.proxy.address}/bulk_activate/BOX-1`)
    await visitor.does("scan.look").click()
    await visitor.isAt("/bulk_activate/BOX-1")
  })

  it("reveals nothing about another company's lock, and offers activation only with permission", async () => {
    const visitor = await visit(Role.id.CallCenterAgent)
    await visitor.page.getByLabel("Serial code or link").fill(there.foreign)
    await visitor.press("Enter")
    const message = visitor.page.getByRole("dialog", { name: `Lock not found with serial code: ${there.foreign}` })
    await message.waitFor()
    expect(await message.getByRole("link").count()).toBe(0)
  })

  it("fits a phone, and has no axe findings", async () => {
    const visitor = await desk.visit({
      role: Role.id.Admin,
      path: "/locks/scan",
      viewport: { width: 360, height: 740 }
    })
    await visitor.sees("Scan a lock")
    expect(await unsound(visitor.page)).toEqual([])
  })
})
