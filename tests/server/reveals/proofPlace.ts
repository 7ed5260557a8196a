import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { type CompanyId, type FacilityId, LockId } from "#core/base/ids.ts"
import { Tier, type TierId } from "#core/companies/tiers.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { postgres } from "../../support/databases.ts"
import { makeCompany, makeFacility, makeLock, makeLocks, makeRegistered, userIn } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

/** One case of the table: a company's tier, flag and setting, and its locks, one per status. */
export interface ProofCompany {
  readonly name: string
  readonly tier: TierId
  readonly flag: boolean
  readonly setting: boolean
  readonly companyID: CompanyId
  readonly facilityID: FacilityId
  readonly otherFacilityID: number
  readonly ownerID: number
  readonly locks: ReadonlyArray<ProofLock>
}

export interface ProofLock {
  readonly lockID: LockId
  readonly serial: string
  readonly status: LockStatusId
  readonly code: string
}

const bits = [true, false]

/** Every tier with every combination of flag and setting. */
const outlines = Tier.ids.flatMap((tier) => bits.flatMap((flag) => bits.map((setting) => ({ tier, flag, setting }))))

/** The first generated combination. Each one is used once, so that a leak can be traced. */
const firstCode = 9000

/** A server on PostgreSQL with a company per case and one user of every role in each. */
export const openProof = async () => {
  const companies: Array<ProofCompany> = []
  let given = 0
  const next = () => {
    given += 1
    const code = String(firstCode + given)
    return { code, serial: `31${code}00` }
  }
  const server = await startTestServer(
    postgres,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // Start IDs above all combinations, so that a four-digit number in a response is a combination.
      for (const [table, column] of [
        ["companies", "company_id"],
        ["facilities", "facility_id"],
        ["locks", "lock_id"],
        ["lock_logs", "log_id"],
        ["return_reports", "report_id"],
        ["users", "user_id"]
      ] as const) {
        yield* sql`SELECT setval(pg_get_serial_sequence(${table}, ${column}), 100000)`
      }
      for (const [nth, { tier, flag, setting }] of outlines.entries()) {
        const name = `proof${String.fromCharCode(97 + Math.floor(nth / 26), 97 + (nth % 26))}`
        const facts = { tier, hideLockCodesFlag: flag, hideLockCodes: setting, maxLocks: 1000 }
        const { companyID, users } = yield* makeCompany(name, facts)
        yield* sql`INSERT INTO job_counters (company_id, last) VALUES (${companyID}, 100000)`
        const facilityID = yield* makeFacility(companyID, `${name} yard`)
        const otherFacilityID = yield* makeFacility(companyID, `${name} shed`)
        const locks = LockStatus.ids.map((status) => ({ ...next(), status }))
        yield* makeLocks(locks.map((lock) => ({ ...lock, companyID, facilityID, unit: `U ${lock.serial}` })))
        const rows = yield* sql<{ lock_id: LockId; serial: string }>`
          SELECT lock_id, serial FROM locks WHERE company_id = ${companyID}`
        const ids = new Map(rows.map(({ lock_id, serial }) => [serial, lock_id]))
        companies.push({
          name,
          tier,
          flag,
          setting,
          companyID,
          facilityID,
          otherFacilityID,
          ownerID: userIn(users, Role.id.Owner),
          locks: locks.map((lock) => ({ ...lock, lockID: LockId.make(ids.get(lock.serial) ?? 0) }))
        })
      }
    })
  )
  return {
    server,
    companies,
    /** Adds another lock to a company. */
    lock: async (company: ProofCompany, status: LockStatusId): Promise<ProofLock> => {
      const made = { ...next(), status }
      const { companyID, facilityID } = company
      return {
        ...made,
        lockID: await server.run(makeLock({ ...made, companyID, facilityID, unit: `U ${made.serial}` }))
      }
    },
    /** A manufactured lock that no company has activated. */
    registered: async (batch: string) => {
      const made = next()
      await server.run(
        Effect.andThen(
          makeRegistered(made.serial, made.code),
          Effect.flatMap(
            SqlClient.SqlClient,
            (sql) => sql`UPDATE registry SET batch = ${batch} WHERE serial = ${made.serial}`
          )
        )
      )
      return made
    },
    /** A combination that no lock has yet. */
    newCode: () => next().code,
    /**
     * The generated combinations in a text, each once: four-digit words from the generated range. IDs of requests, sessions and
     * fibers, and timestamps, are ignored.
     */
    codesIn: (text: string): ReadonlyArray<string> => {
      const plain = text
        .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, "#")
        .replaceAll(/"fiberId":"#\d+"/g, "#")
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "#")
        .replaceAll(/\b(?=[0-9a-f]*[a-f])[0-9a-f]{12,}\b/gi, "#")
      const words = plain.match(/(?<![\w.])9\d{3}(?!\w)/g) ?? []
      return [...new Set(words)].filter((code) => Number(code) <= firstCode + given).toSorted()
    },
    tokenOf: tokens(server)
  }
}

/** User sessions by company and role, each created once. */
const tokens = (server: TestServer) => {
  const made = new Map<string, Promise<string>>()
  return (company: ProofCompany, role: RoleId): Promise<string> => {
    const key = `${company.name} ${role}`
    const token = made.get(key) ?? server.enter(company.name, role)
    made.set(key, token)
    return token
  }
}

export type Proof = Awaited<ReturnType<typeof openProof>>
