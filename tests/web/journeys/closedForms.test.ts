import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { makeCompany, makeFacility, password } from "../../support/fixture.ts"
import { activatingAt, line } from "../support/activating.ts"
import { addKey } from "../support/apiKeys.ts"
import { there } from "../support/deskData.ts"
import { holdBack } from "../support/holdBack.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"

const role = Role.id.Admin
const keys = "/integrations/api_setting"

shareDesk(
  {},
  Effect.gen(function* () {
    const { companyID } = yield* makeCompany("acme")
    yield* makeFacility(companyID, "Maple Street")
  })
)

const { begin } = activatingAt(() => desk)

describe("what was closed while its request ran", () => {
  it("is the password of a secret: the secret stays masked", async () => {
    const { id, secret } = await addKey(desk)
    const visitor = await desk.visit({ role, path: `${keys}/${id}` })
    visitor.expects(/403/)
    await desk.server.sql((sql) => sql`UPDATE sessions SET reauthenticated_at = reauthenticated_at - interval '1 hour'`)
    const login = await holdBack(visitor, /\/api\/auth\/login/)
    await visitor.does("apiKeys.show").click()
    await visitor.page.getByLabel("Password", { exact: true }).fill(password)
    await visitor.press("Enter")
    await visitor.page.getByRole("dialog").getByText("Sending…").waitFor({ state: "attached" })
    await visitor.press("Escape")
    const answered = visitor.page.waitForResponse(/\/api\/auth\/login/)
    await login()
    await answered
    await visitor.settled()
    await visitor.does("apiKeys.show").waitFor()
    expect(await visitor.page.content()).not.toContain(secret)
  })

  it("is a support ticket: another one stays open with its text", async () => {
    const visitor = await begin()
    visitor.expects(/404/)
    const ticket = await holdBack(visitor, /\/customer-service\/ticket/)
    const dialog = visitor.page.getByRole("dialog", { name: "Support" })
    const field = (name: string) => dialog.getByLabel(name, { exact: true })
    await visitor.runs("Contact support")
    await field("Subject").fill("The gate is stuck")
    await field("Category").selectOption("Other")
    await field("Description").fill("It does not open.")
    await visitor.press("Control+Enter")
    await dialog.getByText("Sending ...").waitFor()
    await visitor.press("Escape")
    await visitor.reads("We saved your draft.")
    await visitor.press(...there.unknown, "Enter")
    await line(visitor, there.unknown)
      .getByRole("button", { name: /^Contact support/ })
      .click()
    await field("Description").fill("A second ticket")
    await ticket()
    await visitor.reads("Support Ticket Created!")
    await visitor.settled()
    expect(await field("Description").inputValue()).toBe("A second ticket")
  })

  it("is a list of locks: its job is planned, and the screen that was opened meanwhile stays", async () => {
    const visitor = await desk.visit({ role, path: "/locks/bulk" })
    const job = await holdBack(visitor, /\/api\/jobs/)
    await visitor.page.getByLabel("What to do").selectOption("setStatus")
    await visitor.page.getByRole("textbox", { name: "Locks" }).fill("serialCode,status\n40001007,Lost")
    await visitor.does("bulk.planList").click()
    await visitor.reads("0 of 1 row sent")
    await visitor.opens("/facilities", "Facilities")
    await job()
    await visitor.reads(/Job \d+ is planned\./)
    await visitor.isAt("/facilities")
    await visitor.sees("Facilities")
  })
})
