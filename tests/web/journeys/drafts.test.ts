import type { Locator } from "playwright-core"
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

const labeled =
  (label: string) =>
  ({ page }: Visitor): Locator =>
    page.getByLabel(label, { exact: true })
/** Opens a dialog from the palette of a screen with this heading. */
const runs = (heading: string, words: string) => async (visitor: Visitor) => {
  await visitor.sees(heading)
  await visitor.runs(words)
}

describe("a draft that isn't on screen", () => {
  const signsInAgain = async (visitor: Visitor): Promise<void> => {
    await sessionEnds(visitor.page)
    await visitor.reads("Your unsaved changes are kept.")
    await signedInElsewhere(visitor.page, visitor.token ?? "")
  }

  it("of a ticket is kept if the session ends by itself", async () => {
    const visitor = await desk.visit({ role: Admin, path: "/dashboard" })
    await runs("Dashboard", "Contact support")(visitor)
    await labeled("Subject")(visitor).fill("Typed")
    await visitor.press("Escape")
    await visitor.reads("We saved your draft.")
    await visitor.follows("/facilities")
    await signsInAgain(visitor)
    await runs("Facilities", "Contact support")(visitor)
    await expect.poll(() => labeled("Subject")(visitor).inputValue()).toBe("Typed")
  })

  it("of returned locks is kept if the session ends by itself after a reload of another screen", async () => {
    const visitor = await desk.visit({ role: Admin, path: `/locks/process_returned?facilityID=${at.facility}` })
    const lost = visitor.page.getByRole("button", { name: /^Lost:/ })
    await lost.click()
    await visitor.follows("/facilities")
    await visitor.sees("Facilities")
    await visitor.page.reload()
    await visitor.sees("Facilities")
    await signsInAgain(visitor)
    await visitor.sees("Facilities")
    await visitor.follows(`/locks/process_returned?facilityID=${at.facility}`)
    await lost.waitFor()
    await expect.poll(() => lost.getAttribute("aria-pressed")).toBe("true")
  })

  it("of returned locks is kept if the session ends by itself", async () => {
    const visitor = await desk.visit({ role: Admin, path: `/locks/process_returned?facilityID=${at.facility}` })
    const lost = visitor.page.getByRole("button", { name: /^Lost:/ })
    await lost.click()
    await visitor.follows("/facilities")
    await visitor.sees("Facilities")
    await signsInAgain(visitor)
    await visitor.sees("Facilities")
    await visitor.follows(`/locks/process_returned?facilityID=${at.facility}`)
    await lost.waitFor()
    await expect.poll(() => lost.getAttribute("aria-pressed")).toBe("true")
  })
})

const question = ({ page }: Visitor) => page.getByRole("dialog", { name: /^Any progress will be lost/ })
const answers = async (visitor: Visitor, answer: "Yes" | "No") => {
  await question(visitor).getByRole("button", { name: answer }).click()
  await question(visitor).waitFor({ state: "detached" })
}
const isSignedOut = async (visitor: Visitor): Promise<void> => {
  await visitor.isAt("/signin")
  await labeled("Password")(visitor).waitFor()
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
      await sessionEnds(visitor.page)
      await visitor.reads("Your unsaved changes are kept.")
      await signedInElsewhere(visitor.page, visitor.token ?? "")
      await visitor.isAt(path)
      await visitor.follows("/locks/activate_locks")
      await tryAgain(visitor).waitFor()
    }
  })

  it("are asked about before signing out, but those that can't be sent aren't", async () => {
    const visitor = await desk.visit({ role: Admin, path: "/locks/activate_locks" })
    await scans(visitor)
    await visitor.signsOut()
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
  const writesTicket = async (visitor: Visitor): Promise<void> => {
    await runs("Dashboard", "Contact support")(visitor)
    await labeled("Subject")(visitor).fill("Typed")
  }

  it("of a closed ticket, and No keeps it", async () => {
    const visitor = await desk.visit({ role: Admin, path: "/dashboard" })
    await writesTicket(visitor)
    await visitor.press("Escape")
    await visitor.reads("We saved your draft.")
    await visitor.signsOut()
    await answers(visitor, "No")
    await visitor.runs("Contact support")
    await expect.poll(() => labeled("Subject")(visitor).inputValue()).toBe("Typed")
    await visitor.press("Escape")
    await visitor.signsOut()
    await answers(visitor, "Yes")
    await isSignedOut(visitor)
  })

  it("of an open ticket", async () => {
    const visitor = await desk.visit({ role: Admin, path: "/dashboard" })
    await writesTicket(visitor)
    await visitor.runs("Sign out")
    await answers(visitor, "No")
    expect(await labeled("Subject")(visitor).inputValue()).toBe("Typed")
    await visitor.runs("Sign out")
    await answers(visitor, "Yes")
    await isSignedOut(visitor)
  })

  it("of marked locks on another screen, also after a reload, but not once they are no longer marked", async () => {
    const path = `/locks/process_returned?facilityID=${at.facility}`
    const visitor = await desk.visit({ role: Admin, path })
    const lost = visitor.page.getByRole("button", { name: /^Lost:/ })
    await lost.click()
    await visitor.follows("/facilities")
    await visitor.sees("Facilities")
    await visitor.page.reload()
    await visitor.sees("Facilities")
    // The question is loaded after the screen.
    await visitor.settled()
    await visitor.signsOut()
    await answers(visitor, "No")
    await visitor.follows(path)
    await expect.poll(() => lost.getAttribute("aria-pressed")).toBe("true")
    await lost.click()
    await visitor.follows("/facilities")
    await visitor.sees("Facilities")
    await visitor.signsOut()
    await isSignedOut(visitor)
  })
})
