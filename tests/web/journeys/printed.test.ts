import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { LockColor, lockColorName } from "#core/locks/lockColors.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { companies, facilityNames } from "../support/deskData.ts"
import { holdBack } from "../support/holdBack.ts"
import { linesOf, type PdfPage, readPdf } from "../support/readPdf.ts"
import { desk, shareDeskWithNewPages } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

interface Printed {
  readonly serial: string
  readonly status: LockStatusId
  readonly color: number
  readonly facilityID: number | null
  readonly place: string | null
  readonly unit: string | null
}

let locks: ReadonlyArray<Printed> = []
shareDeskWithNewPages()
beforeAll(async () => {
  locks = await desk.server.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // Every color in combination with every status.
      yield* sql`
        UPDATE locks SET color = (${LockColor.ids}::int[])[1 + (lock_id / 20) % ${LockColor.ids.length}::int], version = version + 1`
      return yield* sql<Printed>`
        SELECT l.serial, l.status::int AS status, l.color::int AS color, l.facility_id AS "facilityID", f.name AS place, l.unit
        FROM locks l JOIN companies c USING (company_id) LEFT JOIN facilities f ON f.facility_id = l.facility_id
        WHERE c.name = ${companies.acme} AND l.is_active`
    })
  )
})

/** Opens a list and waits until the printing chunk is loaded, shortly after the screen. */
const at = async (path: string): Promise<Visitor> => {
  const visitor = await desk.visit({ role: Role.id.Admin, path, viewport: { width: 1440, height: 900 } })
  await visitor.page.getByRole("row").nth(1).waitFor()
  await visitor.synced()
  await visitor.page.waitForFunction(() => {
    dispatchEvent(new Event("beforeprint"))
    const isThere = document.querySelector(".print-sheet") !== null
    dispatchEvent(new Event("afterprint"))
    return isThere
  })
  return visitor
}

const pdfOf = async ({ page }: Visitor, format = "Letter"): Promise<ReadonlyArray<PdfPage>> =>
  readPdf(await page.pdf({ format, margin: { top: "40px", bottom: "40px", left: "40px", right: "40px" } }))

/** Without blanks: a PDF has none between words, and some between letters that are close together. */
const dense = (text: string): string => text.replaceAll(/\s/g, "")
const textOf = (pages: ReadonlyArray<PdfPage>): string => dense(pages.flatMap(linesOf).join(""))

/** Problems with how pages are filled, one line each. */
const badlyFilled = (pages: ReadonlyArray<PdfPage>): ReadonlyArray<string> =>
  pages.flatMap(({ width, height, texts }, nth) => {
    const last = nth === pages.length - 1
    const marks = [0, ...texts.map(({ y }) => y).toSorted((a, b) => a - b), ...(last ? [] : [height])]
    const gap = Math.max(...marks.slice(1).map((y, at) => y - (marks[at] ?? 0)))
    const outside = texts.filter(({ x, y }) => x < 0 || x > width || y < 0 || y > height)
    return [
      ...(gap > height / 3 ? [`page ${nth + 1}: ${Math.round((100 * gap) / height)} % is empty`] : []),
      ...outside.map(({ text }) => `page ${nth + 1}: ${text} is outside`)
    ]
  })

/** What is wider than its place on the sheet, rendered at the width of A4 in pixels. */
const cutOnPaper = async (visitor: Visitor): Promise<ReadonlyArray<string>> => {
  await visitor.page.setViewportSize({ width: 714, height: 900 })
  await visitor.page.evaluate(() => Object.assign(window, { print: () => undefined }))
  await visitor.press("Shift+P")
  await visitor.page.locator(".print-sheet").waitFor({ state: "attached" })
  await visitor.page.emulateMedia({ media: "print" })
  return visitor.page.evaluate(() => {
    const { right } = document.querySelector(".print-sheet")?.getBoundingClientRect() ?? { right: 0 }
    return [...document.querySelectorAll(".print-sheet th, .print-sheet td")]
      .filter((cell) => cell.scrollWidth > cell.clientWidth || cell.getBoundingClientRect().right > right + 1)
      .map((cell) => cell.textContent)
  })
}

const headerOn = (pages: ReadonlyArray<PdfPage>, titles: string): ReadonlyArray<boolean> =>
  pages.map((page) => textOf([page]).includes(dense(titles)))

describe("a printed list", () => {
  it("has every lock of Manage Locks with its status and color, in a wide and in a narrow window", async () => {
    const visitor = await at("/locks/manage_locks")
    const here = locks.filter(({ place }) => place !== null)
    expect(new Set(here.map(({ color }) => color)).size).toBe(LockColor.ids.length)
    expect(new Set(here.map(({ status }) => status)).size).toBe(LockStatus.ids.length)
    for (const width of [1440, 700]) {
      await visitor.page.setViewportSize({ width, height: 900 })
      const pages = await pdfOf(visitor)
      expect(pages.length).toBeGreaterThan(3)
      expect(headerOn(pages, "Color Serial Code Unit Combination Status")).toEqual(pages.map(() => true))
      expect(badlyFilled(pages)).toEqual([])
      const lines = pages.flatMap(linesOf).map(dense)
      for (const { serial, status, color } of here) {
        const line = lines.find((each) => each.includes(serial)) ?? `no line has ${serial}`
        expect(line).toContain(lockColorName(color))
        expect(line).toContain(dense(LockStatus.label(status)))
      }
      // The screen is restored.
      await visitor.page.locator(".print-sheet").waitFor({ state: "detached" })
    }
    expect(await cutOnPaper(visitor)).toEqual([])
  })

  it("has the rows on the screen, and says which, while the code that prints lists is loading", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, viewport: { width: 1440, height: 900 } })
    await holdBack(visitor, /ListOutput/)
    await visitor.goTo("/locks/manage_locks")
    await visitor.page.getByRole("row").nth(1).waitFor()
    await visitor.synced()
    const text = textOf(await pdfOf(visitor))
    const here = locks.filter(({ place }) => place !== null)
    expect(here.filter(({ serial }) => text.includes(serial))).toHaveLength(10)
    expect(text).toContain(`1–10of${here.length}`)
  })

  it("has each unit on one line on A4, which is narrower than Letter", async () => {
    const lines = (await pdfOf(await at("/locks/manage_locks"), "A4")).flatMap(linesOf).map(dense)
    const inUnits = locks.filter(({ unit }) => unit !== null)
    expect(inUnits.length).toBeGreaterThan(10)
    expect(inUnits.filter(({ serial, unit }) => !lines.some((line) => line.includes(`${serial}${unit}`)))).toEqual([])
  })

  it("has the inventory's colors and every facility", async () => {
    const inventory = locks.filter(({ place }) => place === null)
    const visitor = await at("/locks/inventory")
    const sheet = textOf(await pdfOf(visitor))
    expect(sheet).toContain(dense("Color Serial Code Combination Status"))
    for (const { serial, color } of inventory) expect(sheet).toContain(`${lockColorName(color)}${serial}`)
    await visitor.follows("/facilities")
    await visitor.page.getByRole("row").filter({ hasText: facilityNames[0] }).waitFor()
    const facilities = await pdfOf(visitor)
    expect(headerOn(facilities, "Facility Name")).toEqual(facilities.map(() => true))
    for (const name of facilityNames) expect(textOf(facilities)).toContain(dense(name))
    expect(badlyFilled(facilities)).toEqual([])
    expect(await cutOnPaper(visitor)).toEqual([])
  })

  it("has every waiting lock of Process Returned, over all pages", async () => {
    const returned = locks.filter(({ status, place }) => status === LockStatus.id.ReturnedToDropbox && place !== null)
    const [place] = [...Map.groupBy(returned, (lock) => lock.facilityID)].toSorted(
      ([, a], [, b]) => b.length - a.length
    )
    const [facilityID, waiting] = place ?? expect.unreachable()
    const path = `/locks/process_returned?facilityID=${facilityID}`
    const visitor = await desk.visit({ role: Role.id.Admin, path })
    await visitor.reads(new RegExp(`^${waiting.length} returned lock`))
    const pages = await pdfOf(visitor)
    const text = textOf(pages)
    expect(waiting.filter(({ serial }) => !text.includes(serial))).toEqual([])
    expect(badlyFilled(pages)).toEqual([])
  })
})

describe("any other printed screen", () => {
  it("has its texts and fields, without buttons, tabs and keys", async () => {
    const visitor = await desk.visit({ role: Role.id.Owner, path: "/settings/general" })
    await visitor.does("settings.logoutAll").waitFor()
    const printed = textOf(await pdfOf(visitor))
    expect(printed).toContain("WebAppTimeout")
    // Its buttons, and a tab.
    expect(printed).not.toMatch(/Submit|Logoutallusers|Overlock/)
  })
})
