import { Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { nameOnRecord } from "#core/auth/actingRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { NotificationEntryType, RevealNotificationPreference } from "#core/automations/messages.ts"
import type { LockId } from "#core/base/ids.ts"
import { hasNotificationList } from "#core/facilities/facilitySteps.ts"
import { seesStatus } from "#core/locks/lockRules.ts"
import { ApprovalStatus } from "#core/reports/reportStatuses.ts"
import { Audit } from "../audit/Audit.ts"
import { type AppendedAudit, type AuditEntry, doneBy, preparedRecord } from "../audit/auditEntry.ts"
import type { WitnessFailed } from "../audit/Witness.ts"
import { arrayText } from "../db/arrayText.ts"
import { composed, type Parameter } from "../db/composed.ts"
import { isAway } from "../db/databaseErrors.ts"
import { makeGroups } from "../db/groups.ts"
import { now } from "../db/now.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { lockJoins, lockValues, visibleTo } from "../locks/lockSql.ts"
import type { makeRevealCaps } from "./revealCaps.ts"
import type { CountedUser } from "./revealCounts.ts"

/** A reveal request that the session's rules allow. */
export interface RevealCall {
  readonly user: LoggedInUser
  readonly serial: string
  readonly reason: string
}

/** An approved reveal: the lock, its sealed combination, and the record. */
export interface RevealedRow {
  readonly nth: number
  /** See `lockOf`. */
  readonly values: ReadonlyArray<unknown>
  readonly lock_id: LockId
  readonly code_version: number
  readonly sealed: Uint8Array
  readonly audit_seq: number
  /** Whether people are to be notified by email (`revealNotices.ts`). */
  readonly notifies: boolean
}

/** The company of a lock looked up by serial code; written so that no company index is used. */
const anyCompany = "l.company_id + 0"

/** Part of the reveal's own statement: a server that is killed right after it sends the emails after its restart. */
const notifies = `EXISTS (SELECT FROM facility_notifications n WHERE n.facility_id = l.facility_id
  AND n.notification_type = ${NotificationEntryType.id.RevealUnlockCode}
  AND n.preference = ${RevealNotificationPreference.id.Email}) AS notifies`

/** The maximum number of reveals per statement. */
const groupAtMost = 64

/** The audit record of a request. */
export const entryOf = (
  { user, serial, reason }: RevealCall,
  action: AuditEntry["action"],
  at: string
): AuditEntry => ({
  ...doneBy(user),
  at,
  action,
  subject: serial,
  detail: { reason, roleID: user.roleID }
})

type Nullable<A> = { readonly [K in keyof A]: A[K] | null }

const isGranted = (row: Nullable<RevealedRow & AppendedAudit>): row is RevealedRow & AppendedAudit => row.nth !== null

/** The key of users who can see the same locks and fields; their requests share a statement. */
const eyesOf = (user: LoggedInUser): string => `${user.companyID} ${seesStatus(user)} ${user.facilityIDs.join(",")}`

/**
 * Approves reveals in one statement, and so one transaction: the counts against the caps, the reads of the sealed combinations,
 * the logs and the records. Concurrent requests of a company share it (decision 54), each lock once. Null if the user has no
 * such lock, or a cap is reached. Fails if the record was not written or witnessed.
 */
export const makeGrants = Effect.fnUntraced(function* (caps: Effect.Success<typeof makeRevealCaps>) {
  const sql = yield* SqlClient.SqlClient
  const audit = yield* Audit
  const live = yield* LiveEvents

  const lineOf = (call: RevealCall) => `Combination viewed by ${nameOnRecord(call.user)}: ${call.reason}`
  const recordOf = (call: RevealCall, at: string) => preparedRecord(audit.macs, entryOf(call, "reveals.approve", at))

  type Names =
    | "serial"
    | "userID"
    | "roleID"
    | "reason"
    | "line"
    | "payload"
    | "pads"
    | "at"
    | "companyID"
    | "facilityIDs"
    | "lists"
  type Counts = keyof ReturnType<typeof caps.counts.several>["facts"]
  type GrantedRow = RevealedRow & AppendedAudit & { readonly counted?: number }

  /**
   * Approves one request of a user like this one. With `counted` it returns a row even if nothing is approved, for the count.
   */
  const textOf = (user: LoggedInUser, is: Parameter<Names>, counted: Fragment | null) => {
    const facilityIDs = user.facilityIDs.length === 0 ? null : sql`${is("facilityIDs")}::int[]`
    const granted = sql`
      SELECT ${lockValues(sql, user)} AS values, 1 AS nth, l.lock_id, l.code_version, l.sealed, a.audit_seq, a.audit_hash,
        l.notifies
      FROM l ${lockJoins(sql)} JOIN append_audit(l.company_id, ${is("at")}::timestamptz, ${is("userID")}::int, 'reveals.approve',
        l.serial, ${is("payload")}::text, ${is("pads")}::bytea) a ON true`
    return sql<GrantedRow>`
      WITH ${counted === null ? sql`` : sql`asked AS MATERIALIZED (SELECT ${counted} AS n),`}
      l AS (
        UPDATE locks l SET view_count = l.view_count + 1 ${sql.literal(counted === null ? "" : "FROM asked")}
        WHERE ${sql.literal(counted === null ? "" : "asked.n > 0 AND")} l.serial = ${is("serial")}::text AND l.is_active
          AND ${visibleTo(sql, is("companyID"), facilityIDs, anyCompany)}
        RETURNING l.*, ${is("lists")}::bool AND ${sql.literal(notifies)}),
      approved AS (
        INSERT INTO reveals (company_id, facility_id, lock_id, serial, user_id, role_id, reason, lock_status,
          approval_status, created_at, notifies)
        SELECT l.company_id, l.facility_id, l.lock_id, l.serial, ${is("userID")}::int, ${is("roleID")}::int, ${is("reason")}::text,
          l.status, ${ApprovalStatus.id.Approved}, ${is("at")}::timestamptz, l.notifies FROM l),
      logged AS (
        INSERT INTO lock_logs (lock_id, company_id, description, user_id, created_at)
        SELECT l.lock_id, l.company_id, ${is("line")}::text, ${is("userID")}::int, ${is("at")}::timestamptz FROM l)
      ${counted === null ? granted : sql`SELECT asked.n AS counted, g.* FROM asked LEFT JOIN (${granted}) g ON true`}`
  }
  type GroupNames =
    | "userIDs"
    | "roleIDs"
    | "serials"
    | "reasons"
    | "lines"
    | "payloads"
    | "pads"
    | "at"
    | "companyID"
    | "facilityIDs"
    | "lists"
  type GroupCounts = keyof ReturnType<typeof caps.counts.ofGroup>["facts"]
  type GroupRow = Nullable<RevealedRow & AppendedAudit> & { readonly counted?: ReadonlyArray<CountedUser> | null }

  /**
   * Grants several requests of users like this one. With `counts`, requests are granted as far as they could be counted, and
   * the result has at least one row, which contains the counts.
   */
  const groupTextOf = (user: LoggedInUser, is: Parameter<GroupNames>, counts: Parameter<GroupCounts> | null) => {
    const facilityIDs = user.facilityIDs.length === 0 ? null : sql`${is("facilityIDs")}::int[]`
    const calls = sql`unnest(${is("userIDs")}::int[], ${is("roleIDs")}::int[], ${is("serials")}::text[], ${is("reasons")}::text[],
      ${is("lines")}::text[], ${is("payloads")}::text[]) WITH ORDINALITY AS a(who, role, serial, reason, line, payload, nth)`
    const counted = counts === null ? null : caps.counts.callOfGroup(counts)
    const granted = sql`
      SELECT ${lockValues(sql, user)} AS values, l.nth, l.lock_id, l.code_version, l.sealed, a.audit_seq, a.audit_hash,
        l.notifies
      FROM l ${lockJoins(sql)} JOIN appended a USING (nth)`
    return sql<GroupRow>`
      WITH ${counted === null ? sql`` : sql`counted AS MATERIALIZED (${counted.users}),`}
      asked AS MATERIALIZED (
        ${counted === null ? sql`SELECT a.*, true AS ok FROM ${calls}` : sql`SELECT a.*, ${counted.grants("a.who", "a.nth")} AS ok FROM ${calls} LEFT JOIN counted c USING (who)`}),
      l AS (
        UPDATE locks l SET view_count = l.view_count + 1 FROM asked
        WHERE asked.ok AND l.serial = asked.serial AND l.is_active AND ${visibleTo(sql, is("companyID"), facilityIDs, anyCompany)}
        RETURNING l.*, asked.nth, asked.who, asked.role, asked.reason, asked.line, asked.payload,
          ${is("lists")}::bool AND ${sql.literal(notifies)}),
      approved AS (
        INSERT INTO reveals (company_id, facility_id, lock_id, serial, user_id, role_id, reason, lock_status,
          approval_status, created_at, notifies)
        SELECT l.company_id, l.facility_id, l.lock_id, l.serial, l.who, l.role, l.reason, l.status,
          ${ApprovalStatus.id.Approved}, ${is("at")}::timestamptz, l.notifies FROM l ORDER BY l.nth),
      logged AS (
        INSERT INTO lock_logs (lock_id, company_id, description, user_id, created_at)
        SELECT l.lock_id, l.company_id, l.line, l.who, ${is("at")}::timestamptz FROM l ORDER BY l.nth),
      -- MATERIALIZED, because reading it appends the records: it must run exactly once.
      appended AS MATERIALIZED (
        SELECT n.nth, a.audit_seq - g.granted + n.place AS audit_seq, a.audit_hash FROM (
          SELECT count(*) AS granted, array_agg(l.who ORDER BY l.nth) AS actors, array_agg(l.nth ORDER BY l.nth) AS nths,
            array_agg('reveals.approve'::text) AS actions, array_agg(l.serial::text ORDER BY l.nth) AS subjects,
            array_agg(l.payload ORDER BY l.nth) AS payloads,
            string_agg(substr(${is("pads")}::bytea, l.nth::int * 128 - 127, 128), ''::bytea ORDER BY l.nth) AS pads
          FROM l HAVING count(*) > 0) g,
          append_audits(${is("companyID")}::int, ${is("at")}::timestamptz, g.actors, g.actions, g.subjects, g.payloads, g.pads) a,
          unnest(g.nths) WITH ORDINALITY AS n(nth, place))
      ${counted === null ? sql`${granted} ORDER BY l.nth` : sql`SELECT ${counted.totals} AS counted, g.* FROM (SELECT 1) one LEFT JOIN (${granted}) g ON true ORDER BY g.nth`}`
  }

  const statementsOf = (user: LoggedInUser) => ({
    ahead: composed<Names, GrantedRow>(sql, (is) => textOf(user, is, null)),
    counting: composed<Names | Counts, GrantedRow>(sql, (is) =>
      textOf(user, is, caps.counts.call(sql`${is("userID")}::int`, is))
    ),
    groupAhead: composed<GroupNames, GroupRow>(sql, (is) => groupTextOf(user, is, null)),
    groupCounting: composed<GroupNames | GroupCounts, GroupRow>(sql, (is) => groupTextOf(user, is, is))
  })
  const statements = new Map<string, ReturnType<typeof statementsOf>>()
  const statementsFor = (user: LoggedInUser) => {
    const kind = `${seesStatus(user)} ${user.facilityIDs.length > 0}`
    const known = statements.get(kind) ?? statementsOf(user)
    statements.set(kind, known)
    return known
  }

  /**
   * Grants a single request. Most requests come alone, and this statement takes a third less time than the one for several. A
   * request that was counted in advance skips counting.
   */
  const grantOne = (call: RevealCall, at: string) => {
    const { user, serial, reason } = call
    const { companyID, facilityIDs, userID, roleID } = user
    const record = recordOf(call, at)
    const { payload } = record
    const pads = audit.macs.padsOf([record])
    const lists = hasNotificationList(user)
    const values = {
      serial,
      userID,
      roleID,
      reason,
      line: lineOf(call),
      payload,
      pads,
      at,
      companyID,
      facilityIDs,
      lists
    }
    const { ahead, counting } = statementsFor(user)
    if (caps.counts.take(userID, at)) return ahead(values)
    const several = caps.counts.several(userID, at)
    return Effect.map(counting({ ...values, ...several.facts }), (rows) => {
      several.keep(rows[0]?.counted ?? 0)
      return rows.filter((row) => row.nth !== null)
    })
  }

  const grantAll = (user: LoggedInUser, calls: ReadonlyArray<RevealCall>, at: string) => {
    const { companyID, facilityIDs } = user
    const records = calls.map((call) => recordOf(call, at))
    const userIDs = calls.map((call) => call.user.userID)
    const values = {
      userIDs: arrayText(userIDs),
      roleIDs: arrayText(calls.map((call) => call.user.roleID)),
      serials: arrayText(calls.map(({ serial }) => serial)),
      reasons: arrayText(calls.map(({ reason }) => reason)),
      lines: arrayText(calls.map(lineOf)),
      payloads: arrayText(records.map(({ payload }) => payload)),
      pads: audit.macs.padsOf(records),
      at,
      companyID,
      facilityIDs,
      lists: hasNotificationList(user)
    }
    const { groupAhead, groupCounting } = statementsFor(user)
    const group = caps.counts.ofGroup(userIDs, at)
    if (group.users === 0) return Effect.map(groupAhead(values), (rows) => rows.filter(isGranted))
    return Effect.map(groupCounting({ ...values, ...group.facts }), (rows) => {
      group.keep(rows[0]?.counted ?? [])
      return rows.filter(isGranted)
    })
  }

  const commit = Effect.fnUntraced(function* (_eyes: string, take: () => ReadonlyArray<RevealCall>) {
    const taken = take()
    const [first] = taken
    if (first === undefined) return yield* Effect.die(new Error("nobody asked for a combination"))
    const { user } = first
    // A statement can update a row only once, so a second request for the same lock waits for the next group.
    const serials = new Set<string>()
    const fits = taken.map(({ serial }) => {
      const fit = !serials.has(serial)
      serials.add(serial)
      return fit
    })
    const calls = taken.filter((_, nth) => fits[nth])
    const at = yield* now
    const rows = yield* calls.length === 1 ? grantOne(first, at) : grantAll(user, calls, at)
    const byNth = new Map(rows.map((row) => [Number(row.nth), row]))
    const last = rows.at(-1)
    let nth = 0
    return {
      exits: fits.map((fit): Exit.Exit<RevealedRow | null, SqlError | WitnessFailed> | null =>
        fit ? Exit.succeed(byNth.get((nth += 1)) ?? null) : null
      ),
      after:
        last === undefined
          ? Effect.void
          : // The locks were viewed even if the responses fail, so notify. No caller waits for that.
            Effect.ensuring(
              audit.witness(user.companyID, last),
              Effect.forkDetach(
                live.tell(user.companyID, { event: "updateLock", lockIDs: rows.map(({ lock_id }) => lock_id) })
              )
            )
    }
  })

  const groups = makeGroups({ most: groupAtMost, commit, undone: (cause) => !isAway(cause) })
  return (call: RevealCall) => groups(eyesOf(call.user), call)
})
