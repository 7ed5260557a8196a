import { expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { availability } from "#core/commands/availability.ts"
import { setLockColor, setLockStatus, setLockUnit, transferLock } from "#core/commands/lockChangeCommands.ts"
import { person } from "../../support/person.ts"

it("knows without a lock what the role can never do to one", () => {
  const agent = person(Role.id.CallCenterAgent)
  expect(
    [transferLock, setLockUnit, setLockStatus, setLockColor].map((each) => availability(each, agent).allowed)
  ).toEqual([false, false, true, true])
  for (const role of [Role.id.Admin, Role.id.Personnel, Role.id.RestrictedPersonnel, Role.id.SiteCallCenterAgent]) {
    expect([role, availability(transferLock, person(role)).allowed]).toEqual([role, true])
    expect([role, availability(setLockUnit, person(role)).allowed]).toEqual([role, true])
  }
})
