import { Effect } from "effect"
import { expect } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { makeRegistered } from "../../support/fixture.ts"
import { chooseFacility } from "./chooseFacility.ts"
import { codeOf } from "./deskData.ts"
import type { Desk } from "./Desk.ts"
import type { Visitor } from "./Visitor.ts"

/** The URL path of Activate Locks. */
export const activatePath = "/locks/activate_locks"

let made = 41_000_000

/** Parts of the screen. */
export const field = ({ page }: Visitor) => page.getByLabel("Serial Code")
export const facility = ({ page }: Visitor) => page.getByLabel("Facility", { exact: true })
export const lines = ({ page }: Visitor) => page.locator("[data-state]")
export const line = (visitor: Visitor, serial: string) =>
  lines(visitor).filter({ hasText: new RegExp(`${serial.slice(0, 4)}\\s*${serial.slice(4)}`) })
export const inState = (visitor: Visitor, state: string, count: number) =>
  expect.poll(() => visitor.page.locator(`[data-state=${state}]`).count(), { timeout: 30_000 }).toBe(count)
export const fieldHasFocus = (visitor: Visitor) =>
  expect.poll(() => field(visitor).evaluate((input) => document.activeElement === input)).toBe(true)

/** Activating locks at a desk: locks to activate, a visitor on the screen, and the results. */
export const activatingAt = (desk: () => Desk) => {
  /** New locks in the registry that no company has activated. */
  const registered = (count: number): Promise<ReadonlyArray<string>> => {
    const serials = Array.from({ length: count }, () => String((made += 7)))
    return desk().server.run(
      Effect.as(
        Effect.forEach(serials, (serial) => makeRegistered(serial, codeOf(serial))),
        serials
      )
    )
  }

  /** The given serial codes that acme activated, in the order of their audit records. */
  const activated = async (of: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
    const token = await desk().server.enter("acme", Role.id.Admin)
    const { data } = await desk().server.call(token, (api) =>
      api.audit.list({ query: { action: "locks.activate", order: "oldest", count: 1000 } })
    )
    return data.flatMap(({ subject }) => (subject !== null && of.includes(subject) ? [subject] : []))
  }

  const begin = async (more: { role?: RoleId; company?: string; query?: string; place?: string } = {}) => {
    const { role = Role.id.Admin, company = "acme", query = "", place = "Maple Street" } = more
    const visitor = await desk().visit({ role, company, path: activatePath + query })
    await visitor.sees("Activate Locks")
    await chooseFacility(facility(visitor), place)
    await field(visitor).focus()
    return visitor
  }
  return { registered, activated, begin }
}
