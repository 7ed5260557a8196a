import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { errorOf } from "./support/lockdesk.ts"
import { openPlace, type Place, there } from "./support/place.ts"

const inUse = "10000005"
const { Owner, CallCenterAgent, RestrictedPersonnel, Vendor } = Role.id

describe("locks show", () => {
  let place: Place
  let ids: ReadonlyMap<string, number>
  beforeAll(async () => {
    place = await openPlace({ hideLockCodes: false, inUse })
    const owner = await place.signedIn(Owner)
    const listed = JSON.parse((await owner.run(["locks", "ls", "--json"])).stdout)
    ids = new Map(listed.map((lock: { serialCode: string; lockID: number }) => [lock.serialCode, lock.lockID]))
  })
  afterAll(() => place.close())

  /** A lock as JSON, or the code of the refusal. */
  const shown = async (machine: Awaited<ReturnType<Place["signedIn"]>>, target: string) => {
    const ended = await machine.run(["locks", "show", target, "--json"])
    return ended.code === 0 ? ended.stdout : `${ended.code} ${String(errorOf(ended)["code"])}`
  }

  for (const role of [Owner, CallCenterAgent, RestrictedPersonnel, Vendor]) {
    it(`shows ${Role.label(role)} the same by serial code as by ID`, async () => {
      const machine = await place.signedIn(role)
      for (const serial of [there.available, there.overlocked, inUse]) {
        const bySerial = await shown(machine, serial)
        expect(bySerial).toBe(await shown(machine, `#${ids.get(serial)}`))
        const denied = role === RestrictedPersonnel && serial === inUse
        expect(bySerial).toMatch(denied ? /^5 LockDetailDenied$/ : new RegExp(`"serialCode": "${serial}"`))
      }
    })
  }
})
