import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { errorOf } from "./support/lockdesk.ts"
import { type Place, there } from "./support/place.ts"
import { place, sharePlace, user as owner } from "./support/sharePlace.ts"

const inUse = "10000005"
const { Owner, CallCenterAgent, RestrictedPersonnel, Vendor } = Role.id

describe("locks show", () => {
  sharePlace(Owner, { hideLockCodes: false, inUse })
  let ids: ReadonlyMap<string, number>
  beforeAll(async () => {
    const listed = JSON.parse((await owner.run(["locks", "ls", "--json"])).stdout)
    ids = new Map(listed.map((lock: { serialCode: string; lockID: number }) => [lock.serialCode, lock.lockID]))
  })

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
