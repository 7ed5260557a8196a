import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { there } from "../support/deskData.ts"
import { holdBack } from "../support/holdBack.ts"
import { csv, fileOf, importHeader, importStep, softwareOf, visitImport } from "../support/importScreen.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"

shareDesk()

const role = Role.id.Admin

describe("a result for a user who has left the screen", () => {
  it("of an upload is a message that leads to the import", async () => {
    const visitor = await visitImport(desk, { role })
    await softwareOf(visitor).selectOption({ label: "Not listed" })
    await fileOf(visitor).setInputFiles(csv("late.csv", importHeader, "Late,5550100320,1 Some Street,Salem,"))
    const release = await holdBack(visitor, /\/facilities\/import-csv/)
    await visitor.does("facilityImport.upload").click()
    await visitor.reads("Sending the file…")
    await visitor.press("g", "d")
    await visitor.sees("Dashboard")
    await release()
    await visitor.reads("The import of late.csv is ready to be checked.")
    await visitor.isAt("/dashboard")
    await visitor.page.getByRole("link", { name: "Open" }).click()
    await importStep(visitor, "Columns")
  })

  it("of a ticket is only a message", async () => {
    const visitor = await desk.visit({ role, path: "/bulk_activate/BOX-404" })
    await visitor.page.getByRole("switch").check()
    await visitor.does("bulk.activate").click()
    await visitor.does("bulk.support").click()
    const release = await holdBack(visitor, /customer-service/)
    await visitor.does("bulk.sendTicket").click()
    await visitor.press("Escape", "g", "d")
    await visitor.sees("Dashboard")
    await release()
    await visitor.reads("Support Ticket Created!")
    await visitor.settled()
    await visitor.isAt("/dashboard")
  })

  it("of a check before the next step leaves the URL of the other screen as it is", async () => {
    const visitor = await desk.visit({ role, path: "/settings/overlock/create" })
    await visitor.page.getByLabel("Display Name *").fill("Late")
    const release = await holdBack(visitor, /validate-url/)
    await visitor.page.getByLabel("Subdomain URL *").fill("late")
    const checked = visitor.page.waitForResponse(/validate-url/)
    await visitor.does("subdomainForm.next").click()
    await visitor.reads("Checking…")
    await visitor.page.getByRole("link", { name: "Dashboard" }).first().click()
    await visitor.page.getByRole("button", { name: "Yes" }).click()
    await visitor.sees("Dashboard")
    await release()
    await checked
    await visitor.settled()
    expect(new URL(visitor.page.url()).search).toBe("")
  })

  it("of a lock that was asked for is a message that leads to it", async () => {
    const visitor = await desk.visit({ role, company: "open" })
    const release = await holdBack(visitor, /\/api\/locks\//)
    await visitor.goTo("/facilities")
    await visitor.sees("Facilities")
    await visitor.press(..."60001007", "Enter")
    await visitor.press("g", "d")
    await visitor.sees("Dashboard")
    await release()
    await visitor.reads("We found lock 60001007.")
    await visitor.isAt("/dashboard")
    await visitor.page.getByRole("link", { name: "Open" }).click()
    await visitor.isAt(/^\/locks\/\d+/)
  })
})

it("a lock that was saved leaves its screen without closing the palette, in which the user types", async () => {
  const visitor = await desk.visit({ role, path: "/locks/manage_locks" })
  await visitor.sees("Manage Locks")
  const [lock] = await desk.server.sql(
    (sql) => sql<{ id: number }>`SELECT lock_id AS id FROM locks WHERE serial = ${there.overlocked}`
  )
  await visitor.follows(`/locks/${lock?.id}`)
  await visitor.sees("Details")
  await visitor.settled()
  await visitor.page.getByRole("main").getByLabel("Unit").fill("1206")
  const release = await holdBack(visitor, /update-lock/)
  await visitor.does("lock.save").first().click()
  await visitor.openPalette("400010")
  await release()
  await visitor.isAt("/locks/manage_locks")
  await visitor.settled()
  expect(await visitor.paletteBox.inputValue()).toBe("400010")
})
