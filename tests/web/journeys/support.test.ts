import { readFileSync } from "node:fs"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { axeFindings } from "../support/axe.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"
import { unsound } from "../support/unsound.ts"

shareDesk()

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const image = (name: string, buffer = png) => ({ name, mimeType: "image/png", buffer })

const dialog = ({ page }: Visitor) => page.getByRole("dialog", { name: "Support" })
const field = (visitor: Visitor, name: string) => dialog(visitor).getByLabel(name, { exact: true })
const focusedName = ({ page }: Visitor) =>
  page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name ?? "")

const tickets = () =>
  desk.server.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ subject: string; category: string; facilities: number; images: number }>`
        SELECT subject, category, cardinality(facility_ids) AS facilities,
          (SELECT count(*)::int FROM ticket_images i WHERE i.ticket_id = t.ticket_id) AS images
        FROM tickets t ORDER BY ticket_id`
    )
  )
const lastTicket = async () => (await tickets()).at(-1)

const at = async (path: string, heading: string, role: (typeof Role.ids)[number] = Role.id.Admin) => {
  const visitor = await desk.visit({ role, path })
  await visitor.sees(heading)
  return visitor
}

describe("a support ticket", () => {
  it("is written and sent by keyboard only from the palette, and the focus returns", async () => {
    const visitor = await at("/facilities", "Facilities")
    await visitor.runs("Contact support")
    await dialog(visitor).waitFor()
    expect(await focusedName(visitor)).toBe("subject")
    await visitor.press("Control+Enter")
    await visitor.reads("Subject is required.")
    await visitor.reads("Category is required.")
    await visitor.reads("Description is required.")
    await expect.poll(() => focusedName(visitor)).toBe("subject")
    await visitor.page.keyboard.type("The gate is stuck")
    await visitor.press("Tab")
    await visitor.page.keyboard.type("Lock Inq")
    await visitor.press("Tab", " ", "Tab", "Tab", "Tab")
    await expect.poll(() => focusedName(visitor)).toBe("description")
    await visitor.page.keyboard.type("It does not open.")
    expect(await axeFindings(visitor.page)).toEqual([])
    await visitor.press("Control+Enter")
    await visitor.reads("Support Ticket Created!")
    await dialog(visitor).waitFor({ state: "detached" })
    expect(await lastTicket()).toEqual({
      subject: "The gate is stuck",
      category: "Lock Inquiry",
      facilities: 1,
      images: 0
    })
  })

  it("is written and sent with images by mouse only from the profile menu", async () => {
    const visitor = await at("/dashboard", "Dashboard", Role.id.Vendor)
    await visitor.does("profile.open").first().click()
    await visitor.does("support.ticket").first().click()
    await dialog(visitor).waitFor()
    await field(visitor, "Subject").fill("Photos of a lock")
    await field(visitor, "Category").selectOption("Other")
    await field(visitor, "Description").fill("See the photos.")
    const images = field(visitor, "Images")
    await images.setInputFiles([image("a.png"), image("b.png")])
    await visitor.reads("a.png")
    await dialog(visitor).getByRole("button", { name: "Remove a.png" }).click()
    await visitor.readsNoMore("a.png")
    await images.setInputFiles(Array.from({ length: 6 }, (_, nth) => image(`${nth}.png`)))
    await visitor.reads("Limits attachment count to 5.")
    await images.setInputFiles(Array.from({ length: 5 }, (_, nth) => image(`${nth}.png`)))
    await visitor.reads("Limits total attachment count to 5.")
    await images.setInputFiles([image("page.png", Buffer.from("<script>"))])
    await visitor.reads("Attachments are JPEG or PNG images.")
    await images.setInputFiles([image("large.png", Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]))])
    await visitor.reads("Limits attachment size to 5MB.")
    await images.setInputFiles([image("c.png")])
    await visitor.reads("c.png")
    await visitor.readsNoMore("Limits attachment size to 5MB.")
    await dialog(visitor).getByRole("button", { name: "Submit Request" }).click()
    await visitor.reads("Support Ticket Created!")
    expect(await lastTicket()).toEqual({ subject: "Photos of a lock", category: "Other", facilities: 0, images: 2 })
  })

  it("is kept when the dialog closes and when sending fails", async () => {
    const visitor = await at("/dashboard", "Dashboard")
    visitor.expects(/ERR_|Failed to load/)
    const before = (await tickets()).length
    await visitor.runs("Contact support")
    await field(visitor, "Subject").fill("Half written")
    await visitor.press("Escape")
    await dialog(visitor).waitFor({ state: "detached" })
    await visitor.reads("We saved your draft.")
    await visitor.runs("Contact support")
    expect(await field(visitor, "Subject").inputValue()).toBe("Half written")
    await field(visitor, "Category").selectOption("User Access")
    await field(visitor, "Description").fill("And now whole.")
    await visitor.setOffline(true)
    await dialog(visitor).getByRole("button", { name: "Submit Request" }).click()
    await visitor.reads("Something went wrong")
    expect(await field(visitor, "Description").inputValue()).toBe("And now whole.")
    expect(await tickets()).toHaveLength(before)
    await visitor.setOffline(false)
    await dialog(visitor).getByRole("button", { name: "Submit Request" }).click()
    await visitor.reads("Support Ticket Created!")
    expect(await tickets()).toHaveLength(before + 1)
    await visitor.runs("Contact support")
    expect(await field(visitor, "Subject").inputValue()).toBe("")
  })

  it("fits a phone in both themes", async () => {
    const visitor = await desk.visit({
      role: Role.id.Admin,
      path: "/dashboard",
      viewport: { width: 360, height: 740 },
      reducedMotion: "reduce"
    })
    await visitor.sees("Dashboard")
    await visitor.does("menu.open").first().click()
    await visitor.does("support.ticket").first().click()
    await field(visitor, "Subject").waitFor()
    expect(await unsound(visitor.page)).toEqual([])
  })
})

describe("the submitted tickets", () => {
  it("are listed in the palette for a Super Admin, who can save an attached image", async () => {
    const sender = await at("/dashboard", "Dashboard", Role.id.Vendor)
    await sender.runs("Contact support")
    await dialog(sender).waitFor()
    await field(sender, "Subject").fill("A photographed label")
    await field(sender, "Category").selectOption("Other")
    await field(sender, "Description").fill("See the photo.")
    await field(sender, "Images").setInputFiles([image("label.png")])
    await dialog(sender).getByRole("button", { name: "Submit Request" }).click()
    await sender.reads("Support Ticket Created!")

    const visitor = await at("/dashboard", "Dashboard", Role.id.SuperAdmin)
    await visitor.runs("List the support tickets")
    await visitor.reads("A photographed label")
    expect(await visitor.page.locator("dialog.palette td", { hasText: "label.png" }).first().innerText()).toBe(
      "label.png"
    )
    const [{ id } = { id: 0 }] = await desk.server.sql(
      (sql) => sql<{ id: number }>`SELECT max(ticket_id)::int AS id FROM tickets`
    )
    await visitor.press("Escape", "Escape")
    await visitor.runs("Save an image of a support ticket")
    await visitor.page.keyboard.type(String(id))
    await visitor.press("Enter")
    await visitor.page.getByPlaceholder("Image: Which of its images").waitFor()
    await visitor.page.keyboard.type("1")
    const [download] = await Promise.all([visitor.page.waitForEvent("download"), visitor.press("Enter")])
    expect(download.suggestedFilename()).toBe(`ticket-${id}-image-1.png`)
    expect(readFileSync(await download.path())).toEqual(png)
    await visitor.reads(`Image 1 of ticket ${id} is saved.`)
    expect(await axeFindings(visitor.page)).toEqual([])
  })

  it("are denied to everyone else, with the reason", async () => {
    const visitor = await at("/dashboard", "Dashboard")
    await visitor.openPalette("List the support tickets")
    await visitor.row("List the support tickets").waitFor()
    await visitor.press("Enter")
    await visitor.reads("Insufficient Permissions")
  })
})
