import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { makeFacility, makeLock } from "../../support/fixture.ts"
import { companyIdOf } from "../support/companyIdOf.ts"
import { sessionEnds, signedInElsewhere } from "../support/otherTab.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

shareDesk()

const { Admin } = Role.id
const at = { facility: 0 }
beforeAll(async () => {
  const companyID = await companyIdOf(desk, "acme")
  const facilityID = await desk.server.run(makeFacility(companyID, "Draft Yard"))
  const lock = { companyID, facilityID, code: "1234", status: LockStatus.id.ReturnedToDropbox }
  await desk.server.run(makeLock({ ...lock, serial: "62000003" }))
  at.facility = facilityID
})

const subject = ({ page }: Visitor) => page.getByLabel("Subject", { exact: true })
const opensTicket = async (visitor: Visitor, heading: string): Promise<void> => {
  await visitor.sees(heading)
  await visitor.runs("Contact support")
}
/** An admin on the dashboard with an open support ticket. */
const writingTicket = async (): Promise<Visitor> => {
  const visitor = await desk.visit({ role: Admin, path: "/dashboard" })
  await opensTicket(visitor, "Dashboard")
  await subject(visitor).fill("Typed")
  return visitor
}
const closesTicket = async (visitor: Visitor): Promise<void> => {
  await visitor.press("Escape")
  await visitor.reads("We saved your draft.")
}

const returned = () => `/locks/process_returned?facilityID=${at.facility}`
const lost = ({ page }: Visitor) => page.getByRole("button", { name: /^Lost:/ })
const leavesReturns = async (visitor: Visitor): Promise<void> => {
  await visitor.follows("/facilities")
  await visitor.sees("Facilities")
}
/** An admin who marked a returned lock and went to another screen, which they reloaded if asked. */
const marked = async ({ reloads }: { readonly reloads: boolean }): Promise<Visitor> => {
  const visitor = await desk.visit({ role: Admin, path: returned() })
  await lost(visitor).click()
  await leavesReturns(visitor)
  if (reloads) await visitor.page.reload()
  await visitor.sees("Facilities")
  // What knows of drafts is loaded after the screen.
  await visitor.settled()
  return visitor
}
const seesMark = async (visitor: Visitor): Promise<void> => {
  await visitor.follows(returned())
  await lost(visitor).waitFor()
  await expect.poll(() => lost(visitor).getAttribute("aria-pressed")).toBe("true")
}

const signsInAgain = async (visitor: Visitor): Promise<void> => {
  await sessionEnds(visitor.page)
  await visitor.reads("Your unsaved changes are kept.")
  await signedInElsewhere(visitor.page, visitor.token ?? "")
}

describe("a draft that isn't on screen", () => {
  it("of a ticket is kept if the session ends by itself", async () => {
    const visitor = await writingTicket()
    await closesTicket(visitor)
    await visitor.follows("/facilities")
    await signsInAgain(visitor)
    await opensTicket(visitor, "Facilities")
    await expect.poll(() => subject(visitor).inputValue()).toBe("Typed")
  })

  it.each([
    ["", { reloads: false }],
    [" after a reload of another screen", { reloads: true }]
  ])("of returned locks is kept if the session ends by itself%s", async (_, how) => {
    const visitor = await marked(how)
    await signsInAgain(visitor)
    await visitor.sees("Facilities")
    await seesMark(visitor)
  })
})

const question = ({ page }: Visitor) => page.getByRole("dialog", { name: /^Any progress will be lost/ })
const answers = async (visitor: Visitor, answer: "Yes" | "No") => {
  await question(visitor).getByRole("button", { name: answer }).click()
  await question(visitor).waitFor({ state: "detached" })
}
const isSignedOut = async (visitor: Visitor): Promise<void> => {
  await visitor.isAt("/signin")
  await visitor.page.getByLabel("Password", { exact: true }).waitFor()
  expect(await visitor.page.getByText("Your unsaved changes were discarded.").count()).toBe(0)
}

describe("scans that weren't activated", () => {
  const scans = async (visitor: Visitor): Promise<void> => {
    await visitor.page.getByLabel("Serial Code").fill("62999999")
    await visitor.press("Enter")
    await visitor.reads("Please select a facility first")
  }
  const tryAgain = ({ page }: Visitor) => page.getByRole("button", { name: "Try again: 6299 9999" })

  it("are kept if the session ends by itself, also on another screen", async () => {
    const visitor = await desk.visit({ role: Admin, path: "/locks/activate_locks" })
    await scans(visitor)
    for (const path of ["/locks/activate_locks", "/facilities"]) {
      await visitor.follows(path)
      await signsInAgain(visitor)
      await visitor.isAt(path)
      await visitor.follows("/locks/activate_locks")
      await tryAgain(visitor).waitFor()
    }
  })

  it("are asked about before signing out, but those that can't be sent aren't", async () => {
    const visitor = await desk.visit({ role: Admin, path: "/locks/activate_locks" })
    await scans(visitor)
    await visitor.signsOut()
    const body = await question(visitor).getAttribute("aria-describedby")
    expect(await visitor.page.locator(`[id="${body}"]`).textContent()).toMatch(/^You have drafts/)
    await answers(visitor, "No")
    await visitor.runs("Clear failed activations")
    await visitor.page.getByLabel("Serial Code").fill("1")
    await visitor.press("Enter")
    await visitor.reads("1 character was read.")
    await visitor.signsOut()
    await isSignedOut(visitor)
  })
})

describe("signing out asks about a draft", () => {
  it("of a closed ticket, and No keeps it", async () => {
    const visitor = await writingTicket()
    await closesTicket(visitor)
    await visitor.signsOut()
    await answers(visitor, "No")
    await opensTicket(visitor, "Dashboard")
    await expect.poll(() => subject(visitor).inputValue()).toBe("Typed")
    await visitor.press("Escape")
    await visitor.signsOut()
    await answers(visitor, "Yes")
    await isSignedOut(visitor)
  })

  it("of an open ticket", async () => {
    const visitor = await writingTicket()
    await visitor.runs("Sign out")
    await answers(visitor, "No")
    expect(await subject(visitor).inputValue()).toBe("Typed")
    await visitor.runs("Sign out")
    await answers(visitor, "Yes")
    await isSignedOut(visitor)
  })

  it("of marked locks on another screen, also after a reload, but not once they are no longer marked", async () => {
    const visitor = await marked({ reloads: true })
    await visitor.signsOut()
    await answers(visitor, "No")
    await seesMark(visitor)
    await lost(visitor).click()
    await leavesReturns(visitor)
    await visitor.signsOut()
    await isSignedOut(visitor)
  })
})
