import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { CompanyId, LockId } from "#core/base/ids.ts"
import { defaultMaxLocksPerFacility } from "#core/companies/tiers.ts"
import { uncountedStatuses } from "#core/locks/lockStatuses.ts"
import { roomRefusal } from "#core/transfers/transferRules.ts"
import type { AuditEntry } from "../audit/auditEntry.ts"
import { facilitySubject } from "../facilities/facilityRecord.ts"
import { nameTaken } from "../facilities/FacilityTransactions.ts"
import type { FmsConnections } from "../fms/FmsConnections.ts"
import type { Keyring } from "../secrets/Keyring.ts"
import { withoutFormerPeople } from "./formerPeople.ts"
import type { TransferRow } from "./transferSql.ts"

interface MovedLock {
  readonly lock_id: LockId
  readonly serial: string
  readonly version: number
  readonly code_version: number
  readonly sealed: Uint8Array
}

/** Locks sealed again and written per statement. */
const locksAtOnce = 1_000

/** The receiving company's lock limit per facility; null is unlimited. */
const maxLocksOf = (sql: SqlClient.SqlClient, { companyID, subscriptionTier }: LoggedInUser) =>
  Effect.map(
    sql<{ own: boolean; max: number | null }>`
      SELECT own_max_locks AS own, max_locks_per_facility AS max FROM companies WHERE company_id = ${companyID}`,
    ([row]) => (row?.own === true ? row.max : defaultMaxLocksPerFacility(subscriptionTier))
  )

/**
 * Transfers a facility in the transaction of its acceptance: its locks with their combinations (sealed again with the receiving
 * company's key), their logs, and return reports. Data of the former company stays there: names of its people, who was notified
 * of reveals, its record of reveals, and all FMS connections.
 */
export const moveFacility = Effect.fn("moveFacility")(function* (
  sql: SqlClient.SqlClient,
  { keyring, connections }: { readonly keyring: Keyring["Service"]; readonly connections: FmsConnections["Service"] },
  user: LoggedInUser,
  row: TransferRow,
  facilityName: string,
  at: string
) {
  const { facility_id: facilityID, from_company_id: from } = row
  const to = user.companyID
  const [counted] = yield* sql<{ n: number }>`
    SELECT coalesce(sum(n), 0)::int AS n FROM lock_counts
    WHERE company_id = ${from} AND facility_id = ${facilityID} AND is_active
      AND NOT ${sql.in("status", [...uncountedStatuses])}`
  const full = roomRefusal(facilityID, counted?.n ?? 0, yield* maxLocksOf(sql, user))
  if (full !== null) return yield* full

  const locks = yield* sql<MovedLock>`
    SELECT lock_id, serial, version, code_version, sealed FROM locks
    WHERE facility_id = ${facilityID} ORDER BY lock_id FOR UPDATE`
  // Earlier combinations are deleted: only the former company's key opens them, and it has lost access.
  yield* sql`
    DELETE FROM former_codes WHERE lock_id IN (SELECT lock_id FROM locks WHERE facility_id = ${facilityID})`
  for (let start = 0; start < locks.length; start += locksAtOnce) {
    const piece = locks.slice(start, start + locksAtOnce)
    const codes = yield* keyring.openCodes(
      from,
      piece.map(({ serial, code_version: version, sealed }) => ({ serial, version, sealed }))
    )
    const rows = yield* Effect.forEach(piece, ({ lock_id: id, serial, code_version: version }, nth) =>
      Effect.map(keyring.sealCode({ companyID: to, serial, version }, codes[nth] ?? ""), (sealed) => ({
        id,
        sealed: Buffer.from(sealed).toString("hex")
      }))
    )
    yield* sql`
      UPDATE locks l SET company_id = ${to}, sealed = decode(w.sealed, 'hex'), version = l.version + 1,
        updated_by = ${user.userID},
        updated_at = greatest(${at}::timestamptz, l.updated_at + interval '1 millisecond')
      FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS w(id int, sealed text) WHERE l.lock_id = w.id`
  }
  const lockIDs = locks.map(({ lock_id }) => lock_id)
  const line = `Transferred with ${row.name} from ${row.company_name} to ${user.companyName} by ${user.name}`
  yield* withoutFormerPeople(sql, lockIDs, to)
  yield* sql`
    INSERT INTO lock_logs (lock_id, company_id, description, user_id, created_at)
    SELECT id, ${to}, ${line}::text, ${user.userID}, ${at}::timestamptz FROM unnest(${lockIDs}::int[]) AS id`
  yield* sql`UPDATE return_reports SET company_id = ${to} WHERE facility_id = ${facilityID}`
  yield* connections.forget(from, facilityID)
  yield* sql`DELETE FROM facility_notifications WHERE facility_id = ${facilityID}`
  yield* sql`
    UPDATE facilities SET company_id = ${to}, name = ${facilityName}, subdomain_id = NULL, version = version + 1,
      updated_by = ${user.userID}, renamed_at = NULL
    WHERE facility_id = ${facilityID}`.pipe(nameTaken(facilityName))
  yield* sql`
    UPDATE facility_transfers SET closed_at = ${at}::timestamptz, accepted_by = ${user.userID}, to_company_id = ${to}
    WHERE transfer_id = ${row.transfer_id}`
  // A user restricted to some facilities gets access to the one they accept.
  yield* sql`UPDATE users SET facility_ids = array_append(facility_ids, ${facilityID})
    WHERE user_id = ${user.userID} AND facility_ids <> '{}'`

  const facts = { facilityID, facilityName: row.name, locks: locks.length }
  const entry = (companyID: CompanyId, more: Pick<AuditEntry, "action" | "subject" | "detail">): AuditEntry => ({
    companyID,
    at,
    // People of the other company have no user id in this chain.
    userID: companyID === to ? user.userID : null,
    ...more
  })
  const lockRecords = (companyID: CompanyId, more: NonNullable<AuditEntry["detail"]>) =>
    locks.map(({ lock_id: lockID, serial, version }) =>
      entry(companyID, {
        action: "locks.transfer",
        subject: serial,
        detail: { lockID, version: version + 1, session: null, ...more }
      })
    )
  const subject = facilitySubject(facilityID)
  const action = "facilities.transfer"
  return {
    value: { facilityID, facilityName, lockCount: row.locks },
    records: [
      ...lockRecords(from, { fromFacilityID: facilityID, toCompany: user.companyName }),
      entry(from, { action, subject, detail: { ...facts, toCompany: user.companyName, acceptedBy: user.email } }),
      ...lockRecords(to, { facilityID, fromCompany: row.company_name }),
      entry(to, { action, subject, detail: { ...facts, fromCompany: row.company_name, as: facilityName } })
    ],
    events: [from, to].flatMap((companyID) => [
      [companyID, { event: "updateFacility", facilityIDs: [facilityID] }] as const,
      [companyID, { event: "updateLock", lockIDs }] as const
    ])
  }
})
