import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Role } from "#core/auth/roles.ts"
import { CompanyId, FacilityId } from "#core/base/ids.ts"
import type { FacilityDrift } from "#core/drift/Finding.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { makeCompany, makeFacility } from "../../support/fixture.ts"
import type { Desk } from "./Desk.ts"
import { registerLocks } from "./registerLocks.ts"
import type { ScreenFacts } from "./Screen.ts"
import { transferLink } from "./transferLink.ts"

/** The user who opens the screens: an Admin of their company. */
interface Looking {
  readonly token: string
  readonly email: string
}

/** The facility with the most kinds of mismatches; the first one if there are none. */
const drifting = async (desk: Desk, token: string): Promise<number> => {
  const { json } = await desk.server.fetch("/api/facilities", { token })
  let most = { facilityID: FacilityId.make(1), kinds: -1 }
  for (const { facilityID } of (json as { data: ReadonlyArray<{ facilityID: FacilityId }> }).data) {
    const { status, json } = await desk.server.fetch(`/api/facilities/${facilityID}/drift`, { token })
    // Some FMSs report no units, and some fail.
    const found = status === 200 ? (json as FacilityDrift).data : []
    const kinds = new Set(found.map(({ kind }) => kind)).size
    if (kinds > most.kinds) most = { facilityID, kinds }
  }
  return most.facilityID
}

/** A planned job that activates these locks at a facility. */
const planned = async (desk: Desk, token: string, facilityID: FacilityId, serials: ReadonlyArray<string>) => {
  const made = { source: "box.csv", fingerprint: `shown-${serials.join("-")}`, columns: ["serialCode"] }
  const { data: job } = await desk.server.call(token, (api) =>
    api.jobs.activate({ query: {}, payload: { ...made, facilityID } })
  )
  const rows = serials.map((serialCode, nth) => ({ row: nth + 2, serialCode, cells: [serialCode] }))
  const of = { params: { id: job.jobID }, query: {} }
  await desk.server.call(token, (api) => api.jobs.addRows({ ...of, payload: { rows } }))
  await desk.server.call(token, (api) => api.jobs.plan(of))
  return job.jobID
}

/** Has another company offer a facility to this email address. Returns the path of the link in the email. */
const offered = async (desk: Desk, email: string): Promise<string> => {
  const sender = await desk.server.run(makeCompany("Northgate"))
  const facilityID = await desk.server.run(makeFacility(sender.companyID, "Birch Lane"))
  const token = await desk.server.enter("Northgate", Role.id.Owner)
  await desk.server.call(token, (api) => api.transfers.initiate({ query: {}, payload: { facilityID, email } }))
  return transferLink(desk, sender.companyID)
}

/** Creates what the screens need, on any data with overlocked and returned locks. */
export const screenFacts = async (desk: Desk, { token, email }: Looking): Promise<ScreenFacts> => {
  const locksIn = async (status: number) => {
    const { json } = await desk.server.fetch(`/api/locks/search?filter=status%3D${status}&count=50&page=1`, { token })
    return (json as { data: ReadonlyArray<{ serialCode: string; lockID: number; facilityID: FacilityId | null }> }).data
  }
  const [lock] = await locksIn(LockStatus.id.AssignedOverlock)
  const returned = (await locksIn(LockStatus.id.ReturnedToDropbox)).find(({ facilityID }) => facilityID !== null)
  if (lock?.facilityID == null || returned?.facilityID == null) throw new Error("no lock is overlocked or returned")
  const { facilityID } = lock
  const fresh = [...(await registerLocks(desk, 79_000_000, 12))]
  const [a = "", b = "", c = "", d = ""] = fresh.splice(0, 4)
  const doneJob = await planned(desk, token, facilityID, [a, b, lock.serialCode, "12"])
  await desk.server.call(token, (api) => api.jobs.apply({ params: { id: doneJob }, query: {} }))
  const emptyName = "Vacant Yard"
  const emptyID = await desk.server.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [own] = yield* sql<{ company_id: number }>`
        SELECT company_id FROM facilities WHERE facility_id = ${facilityID}`
      return yield* makeFacility(CompanyId.make(own?.company_id ?? 0), emptyName)
    })
  )
  return {
    serial: lock.serialCode,
    lockID: lock.lockID,
    driftID: await drifting(desk, token),
    emptyID,
    emptyName,
    returnsID: returned.facilityID,
    plannedJob: await planned(desk, token, facilityID, [c, d, lock.serialCode, "12"]),
    doneJob,
    offerPath: await offered(desk, email),
    fresh
  }
}
