import { Context, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import type { Problem } from "#core/api/problem.ts"
import type { CurrentSession } from "#core/api/Guard.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityId, LockId, ReportId, UserId } from "#core/base/ids.ts"
import type { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import type { ShownLock } from "#core/locks/Lock.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import { LockChangedMeanwhile, StatusRefused, UnitRefused } from "#core/locks/LockChangeErrors.ts"
import {
  type LockReturn,
  type ProcessedReturns,
  returnedStatus,
  type ReturnReport,
  type SentReport
} from "#core/returns/LockReturn.ts"
import { NoLockReturned, RecipientMissing, RecipientNotFound, ReturnsRefused } from "#core/returns/ReturnErrors.ts"
import type { ReportPage } from "./returnSql.ts"
import type { ReportNotFound } from "#core/returns/ReturnErrors.ts"
import { declaredRefusal } from "../locks/declaredRefusal.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import { lockById } from "../locks/lockById.ts"
import type { LockItem } from "../locks/lockItems.ts"
import { LockWrites, type Outcome } from "../locks/LockWrites.ts"
import { visible } from "../locks/lockSql.ts"
import { ReturnReports } from "./ReturnReports.ts"

/** A returned lock before processing, as needed for its report. */
interface Returned {
  readonly lock_id: LockId
  readonly facility_id: FacilityId | null
  readonly serial: string
  readonly unit: string | null
  readonly color: number
  readonly was: LockStatusId
}

const refused = declaredRefusal("ReturnsRefused", "LockChangedMeanwhile", "StatusRefused", "UnitRefused")

/** Problems of locks that do not belong in a list of returns; all of them are reported together, by id. */
const notReturned: ReadonlySet<string> = new Set(["LockNotFound", "LockInactive", "ReturnsRefused"])

/** The refusal of one lock of a list, which names it. */
const ofLock = (problem: Problem, lockID: LockId): Problem => {
  if (problem._tag === "UnitRefused") return new UnitRefused({ data: { ...problem.data, lockID } })
  return problem._tag === "StatusRefused" ? new StatusRefused({ data: { ...problem.data, lockID } }) : problem
}

export type ProcessRefused =
  | NoLockReturned
  | RecipientMissing
  | RecipientNotFound
  | ReturnsRefused
  | LockChangedMeanwhile
  | StatusRefused
  | UnitRefused

/** Processes returned locks: each gets its status, all or none, and the report is sent (001 §4, §5). */
export class Returns extends Context.Service<
  Returns,
  {
    readonly process: (
      session: CurrentSession,
      recipientID: UserId | undefined,
      returns: ReadonlyArray<LockReturn>
    ) => Effect.Effect<ProcessedReturns, ProcessRefused>
    readonly resend: (
      user: LoggedInUser,
      reportID: ReportId,
      recipientID: UserId
    ) => Effect.Effect<SentReport, ReportNotFound | RecipientNotFound>
    readonly reports: (
      user: LoggedInUser,
      facilityID: FacilityId,
      page: ReportPage
    ) => Effect.Effect<{ readonly data: ReadonlyArray<ReturnReport>; readonly totalCount: number }, FacilityNotFound>
    readonly report: (user: LoggedInUser, reportID: ReportId) => Effect.Effect<ReadonlyArray<ShownLock>, ReportNotFound>
  }
>()("lockdesk/server/Returns") {
  static readonly layer = Layer.effect(
    Returns,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const writes = yield* LockWrites
      const reports = yield* ReturnReports

      /**
       * The locks of a list, all of one facility and without duplicates: the facility of the first returned lock, or of the first
       * lock if none is returned, so that a lock of the inventory or of another facility makes no other one wrong.
       */
      const returned = Effect.fnUntraced(function* (user: LoggedInUser, returns: ReadonlyArray<LockReturn>) {
        const ids = returns.map(({ lockID }) => lockID)
        const rows = yield* sql<Returned>`
          SELECT l.lock_id, l.facility_id, l.serial, l.unit, l.color, l.status AS was FROM locks l
          WHERE l.lock_id = ANY(${ids}::int[]) AND ${visible(sql, user)}`
        const found = new Map(rows.map((row) => [row.lock_id, row]))
        const placed = ids.flatMap((id) => found.get(id) ?? []).filter((row) => row.facility_id !== null)
        const first = placed.find(({ was }) => was === returnedStatus) ?? placed[0]
        const wrong = ids.filter((id, nth) => {
          const row = found.get(id)
          return (
            row === undefined ||
            row.facility_id === null ||
            row.facility_id !== first?.facility_id ||
            ids.indexOf(id) < nth
          )
        })
        if (wrong.length > 0 || first === undefined) return yield* new ReturnsRefused({ data: { lockIDs: wrong } })
        return found
      })

      const itemOf = Effect.fnUntraced(function* (user: LoggedInUser, one: LockReturn) {
        const { lockID, updateSecondaryLockStatusTo: status, updatedOn } = one
        const present = updatedOn === undefined ? null : yield* lockById(sql, user, lockID)
        const item: LockItem = {
          kind: "change",
          lock: { lockID },
          // A lock in Tenant Using Lock keeps its unit, if it has one.
          patch: { status, unitLater: true },
          action: "returns.process",
          rule: ({ state, updatedOn: now }) => {
            // Already processed, perhaps by someone else: counts as requested, whichever version was read.
            if (state.status === status) return null
            if (updatedOn !== undefined && present !== null && Date.parse(updatedOn) !== Date.parse(now)) {
              return new LockChangedMeanwhile({ data: present })
            }
            return state.status === returnedStatus ? null : new ReturnsRefused({ data: { lockIDs: [lockID] } })
          }
        }
        return item
      })

      /** All or none: returns the first refusal, with all locks that are not returns listed together. */
      const mustAll = Effect.fnUntraced(function* (
        returns: ReadonlyArray<LockReturn>,
        outcomes: ReadonlyArray<Outcome>
      ) {
        const failures = outcomes.flatMap((each, nth) =>
          Result.isFailure(each) ? [{ problem: each.failure, lockID: returns[nth]!.lockID }] : []
        )
        const [first] = failures
        if (first === undefined) return
        if (!notReturned.has(first.problem._tag)) return yield* refused(ofLock(first.problem, first.lockID))
        const lockIDs = failures.flatMap(({ problem, lockID }) => (notReturned.has(problem._tag) ? [lockID] : []))
        yield* new ReturnsRefused({ data: { lockIDs } })
      })

      const process = Effect.fn("Returns.process")(function* (
        session: CurrentSession,
        recipientID: UserId | undefined,
        returns: ReadonlyArray<LockReturn>
      ) {
        const { user } = session
        if (returns.length === 0) return yield* new NoLockReturned()
        if (recipientID === undefined) return yield* new RecipientMissing()
        const recipient = yield* reports.recipient(user, recipientID)
        let found: ReadonlyMap<LockId, Returned> = new Map()
        let unchanged = 0
        const reportID = yield* writes.run(session, {
          items: Effect.gen(function* () {
            found = yield* returned(user, returns)
            return yield* Effect.forEach(returns, (one) => itemOf(user, one))
          }),
          after: Effect.fnUntraced(function* (outcomes, at) {
            yield* mustAll(returns, outcomes)
            const locks = returns.flatMap(({ lockID, updateSecondaryLockStatusTo: status }, nth) => {
              const row = found.get(lockID)
              const outcome = outcomes[nth]
              const changes = outcome !== undefined && Result.isSuccess(outcome) && outcome.success !== null
              return row === undefined || !changes ? [] : [{ ...row, status }]
            })
            unchanged = returns.length - locks.length
            return locks.length === 0 ? null : yield* reports.keep(user, recipient, locks, at)
          })
        })
        if (reportID === null) return { reportId: null, sent: false, unchanged }
        return { ...(yield* reports.send(user, reportID, recipient)), unchanged }
      }, asServerFault)

      const resend = Effect.fn("Returns.resend")(function* (
        user: LoggedInUser,
        reportID: ReportId,
        recipientID: UserId
      ) {
        yield* reports.head(user, reportID)
        return yield* reports.send(user, reportID, yield* reports.recipient(user, recipientID))
      }, asServerFault)

      return Returns.of({
        process,
        resend,
        reports: (user, facilityID, page) => asServerFault(reports.list(user, facilityID, page)),
        report: (user, reportID) => asServerFault(reports.locks(user, reportID))
      })
    })
  )
}
