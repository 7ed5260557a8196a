import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { type CompanyId, FacilityId } from "#core/base/ids.ts"
import { Tier } from "#core/companies/tiers.ts"
import { Fms, type FmsId, IntegrationMode, UnitStatus } from "#core/fms/fmsSystems.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { FmsConnections } from "#server/fms/FmsConnections.ts"
import type { FmsUnit } from "#server/fms/connectors/Connector.ts"
import { simulatedFields } from "#server/fms/simulators/simulatedFields.ts"
import { emailOf, makeCompany, makeFacility, makeLocks, type ManyLockFacts } from "../../support/fixture.ts"
import { baseUrlOf, openSimulator } from "../fms/fmsPlace.ts"

const s = LockStatus.id
const { Default, Delinquent, Vacant } = UnitStatus.id

/** Locks of Maple Street by their mismatch, one of each kind. */
export const drifting = {
  paidOverlocked: "71000001",
  rentedVacant: "71000002",
  spare: "71000003",
  secondSpare: "71000004",
  firstOfTwo: "71000005",
  secondOfTwo: "71000006",
  misspelled: "71000007"
} as const

/** The units that Maple Street's FMS reports. */
const mapleUnits: ReadonlyArray<FmsUnit> = [
  { name: "A-1", status: Default },
  { name: "A-2", status: Delinquent },
  { name: "A-3", status: Vacant },
  { name: "A-4", status: Delinquent },
  { name: "A-5", status: Default },
  { name: "A-6", status: Default },
  { name: "A-7", status: Delinquent },
  { name: "A-8", status: Vacant }
]

/** Simulators with their own units, which can be changed while a test runs. */
export const openDriftSimulator = async () => {
  const unitsOf = new Map<string, ReadonlyArray<FmsUnit>>([
    ["M1", mapleUnits],
    ["E1", [{ name: "E-1", status: Delinquent }]],
    ["P1", [{ name: "P-1", status: Delinquent }]],
    ["T1", [{ name: "T-1", status: Default }]]
  ])
  const asked: Array<string> = []
  const simulator = await openSimulator({
    units: (code) => {
      asked.push(code)
      return Promise.resolve(unitsOf.get(code) ?? null)
    }
  })
  return { ...simulator, unitsOf, asked }
}

/** IDs of the data that `fillDrift` creates. */
export interface DriftIds {
  companyID: CompanyId
  maple: FacilityId
  elm: FacilityId
  oak: FacilityId
  pine: FacilityId
  file: FacilityId
  none: FacilityId
  theirs: FacilityId
  busy: FacilityId
  small: FacilityId
  generous: FacilityId
}

/**
 * A company with facilities that have mismatches, have none, can't be reached, don't report delinquency, are read from files,
 * and have no FMS; another company with a mismatch and an FMS that takes no more calls; and two companies on a locks-only
 * tier, one of them granted the feature.
 */
export const fillDrift = Effect.fn(function* (address: string) {
  const sql = yield* SqlClient.SqlClient
  const connections = yield* FmsConnections
  const acme = yield* makeCompany("acme")
  const other = yield* makeCompany("other")
  const small = yield* makeCompany("small", { tier: Tier.id.LocksOnly })
  const generous = yield* makeCompany("generous", { tier: Tier.id.LocksOnly })
  yield* sql`UPDATE companies SET feature_overrides = '{"1":1}'::jsonb WHERE company_id = ${generous.companyID}`
  const at = Effect.fnUntraced(function* (
    companyID: CompanyId,
    name: string,
    fms: FmsId,
    code: string,
    mode: (typeof IntegrationMode.ids)[number] = IntegrationMode.id.ViaFms
  ) {
    const facilityID = yield* makeFacility(companyID, name)
    yield* sql`UPDATE facilities SET management_software = ${fms}, phone = '5550100200' WHERE facility_id = ${facilityID}`
    if (fms === Fms.id.NotListed) return facilityID
    const fields = simulatedFields(fms, code)
    yield* connections.write(companyID, facilityID, {
      mode,
      fields: fields.baseUrl === undefined ? fields : { ...fields, baseUrl: baseUrlOf(address, fms) }
    })
    return facilityID
  })
  const ids: DriftIds = {
    companyID: acme.companyID,
    maple: yield* at(acme.companyID, "Maple Street", Fms.id.SsmCloud, "M1"),
    elm: yield* at(acme.companyID, "Elm Street", Fms.id.StorableEdge, "E1"),
    oak: yield* at(acme.companyID, "Oak Street", Fms.id.SsmCloud, "O1-auth"),
    pine: yield* at(acme.companyID, "Pine Street", Fms.id.Yardi, "P1"),
    file: yield* at(acme.companyID, "Reed Street", Fms.id.Sitelink, "R1", IntegrationMode.id.ViaCsv),
    none: yield* at(acme.companyID, "Sorrel Street", Fms.id.NotListed, ""),
    theirs: yield* at(other.companyID, "Theirs", Fms.id.SsmCloud, "T1"),
    busy: yield* at(other.companyID, "Busy", Fms.id.SsmCloud, "B1-budget"),
    small: yield* at(small.companyID, "Small", Fms.id.SsmCloud, "S1"),
    generous: yield* at(generous.companyID, "Generous", Fms.id.SsmCloud, "G1")
  }
  const lock = (
    serial: string,
    status: LockStatusId,
    unit: string | null,
    facilityID = ids.maple,
    companyID = acme.companyID
  ): ManyLockFacts => ({
    companyID,
    facilityID: FacilityId.make(facilityID),
    serial,
    status,
    code: "1234",
    ...(unit === null ? {} : { unit })
  })
  yield* makeLocks([
    lock(drifting.paidOverlocked, s.AssignedOverlock, "A-1"),
    lock(drifting.rentedVacant, s.AssignedVacant, "A-5"),
    lock(drifting.spare, s.Available, null),
    lock(drifting.secondSpare, s.Available, null),
    lock(drifting.firstOfTwo, s.AssignedOverlock, "A-4"),
    lock(drifting.secondOfTwo, s.AssignedOverlock, "A-4"),
    lock(drifting.misspelled, s.TenantUsingLock, "A 06"),
    lock("71000008", s.AssignedOverlock, "A-7"),
    lock("71000009", s.AssignedVacant, "A-8"),
    lock("71000010", s.Lost, null),
    // Neither counts: one is inactive, the other is at a different facility.
    { ...lock("71000011", s.AssignedOverlock, "A-1"), active: false },
    lock("71000012", s.AssignedOverlock, "E-1", ids.elm),
    lock("71000013", s.AssignedOverlock, "P-1", ids.pine),
    lock("72000001", s.AssignedOverlock, "T-1", ids.theirs, other.companyID)
  ])
  yield* sql`UPDATE users SET facility_ids = ${[ids.elm]}::int[] WHERE email = ${emailOf("acme", confined)}`
  return ids
})

/** A role of acme whose user is restricted to Elm Street. */
export const confined: RoleId = Role.id.RestrictedPersonnel
