import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Unavailable } from "#core/api/ApiErrors.ts"
import { nameOnRecord } from "#core/auth/actingRules.ts"
import type { TooManyRequests } from "#core/auth/AuthErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { LockNotFound } from "#core/locks/LockErrors.ts"
import type { RevealedLock } from "#core/locks/LocksApi.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import { ApprovalStatus } from "#core/reports/reportStatuses.ts"
import type { ReasonRequired, RevealDenied, RevealNotOffered } from "#core/reveals/RevealErrors.ts"
import { reasonRefusal, revealRefusal } from "#core/reveals/revealRules.ts"
import { Audit } from "../audit/Audit.ts"
import { appendAudit, type AppendedAudit, type AuditEntry, doneBy } from "../audit/auditEntry.ts"
import { Limiter } from "../auth/Limiter.ts"
import { now } from "../db/now.ts"
import { isUnstorableText } from "../http/unstorableText.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { lockJoins, lockJson, visible } from "../locks/lockSql.ts"
import { countingReveal } from "../observability/serverMetrics.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { Settings } from "../Settings.ts"
import { makeRevealCaps } from "./revealCaps.ts"

export type RevealRefused =
  | LockNotFound
  | RevealDenied
  | RevealNotOffered
  | ReasonRequired
  | TooManyRequests
  | Unavailable

interface RevealedRow extends AppendedAudit {
  readonly json: Lock
  readonly status: LockStatusId
  readonly code_version: number
  readonly sealed: Uint8Array
}

/**
 * Revealing combinations (001 §6). First the rules, then the audit record made durable together with the read of the
 * lock, then the answer. Where the record cannot be written or witnessed, there is no answer.
 */
export class Reveals extends Context.Service<
  Reveals,
  {
    readonly reveal: (
      user: LoggedInUser,
      serialCode: string,
      reason: string
    ) => Effect.Effect<RevealedLock, RevealRefused>
  }
>()("lockdesk/server/Reveals") {
  static readonly layer = Layer.effect(
    Reveals,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const audit = yield* Audit
      const keyring = yield* Keyring
      const limiter = yield* Limiter
      const live = yield* LiveEvents
      const { limits } = yield* Settings
      const caps = yield* makeRevealCaps

      const entryOf = (
        user: LoggedInUser,
        action: AuditEntry["action"],
        at: string,
        serial: string,
        reason: string
      ) => ({
        ...doneBy(user),
        at,
        action,
        subject: serial,
        detail: { reason, roleID: user.roleID }
      })

      /** Records a request that the rules refuse: every attempt is on record, granted or not (ledger B385). */
      const reject = (user: LoggedInUser, serial: string, reason: string, at: string) =>
        Effect.flatMap(
          sql<AppendedAudit>`
            WITH rejected AS (
              INSERT INTO reveals (company_id, facility_id, lock_id, serial, user_id, role_id, reason, lock_status,
                approval_status, created_at)
              SELECT ${user.companyID}, l.facility_id, l.lock_id, ${serial}, ${user.userID}, ${user.roleID}, ${reason},
                l.status, ${ApprovalStatus.id.Rejected}, ${at}::timestamptz
              FROM (SELECT 1) one LEFT JOIN locks l ON l.serial = ${serial} AND ${visible(sql, user)})
            SELECT * FROM ${appendAudit(sql, audit.macs, entryOf(user, "reveals.reject", at, serial, reason))} a`,
          ([appended]) => (appended === undefined ? Effect.void : audit.witness(user.companyID, appended))
        )

      /** One statement, so one transaction: the count against the caps, the read of the sealed combination, the log and the record. */
      const approve = (user: LoggedInUser, serial: string, reason: string, at: string) =>
        sql<RevealedRow>`
          WITH counted AS MATERIALIZED (SELECT ${caps.counting(user, at)} AS ok),
          l AS (
            UPDATE locks l SET view_count = l.view_count + 1
            WHERE (SELECT ok FROM counted) AND l.serial = ${serial} AND l.is_active AND ${visible(sql, user)} RETURNING l.*),
          approved AS (
            INSERT INTO reveals (company_id, facility_id, lock_id, serial, user_id, role_id, reason, lock_status,
              approval_status, created_at)
            SELECT l.company_id, l.facility_id, l.lock_id, l.serial, ${user.userID}, ${user.roleID}, ${reason}, l.status,
              ${ApprovalStatus.id.Approved}, ${at}::timestamptz FROM l),
          logged AS (
            INSERT INTO lock_logs (lock_id, company_id, description, user_id, created_at)
            SELECT l.lock_id, l.company_id, ${`Combination viewed by ${nameOnRecord(user)}: ${reason}`}, ${user.userID},
              ${at}::timestamptz FROM l)
          SELECT ${lockJson(sql, user)} AS json, l.status, l.code_version, l.sealed, a.*
          FROM l ${lockJoins(sql)},
            ${appendAudit(sql, audit.macs, entryOf(user, "reveals.approve", at, serial, reason), "l.company_id")} a`

      const reveal = Effect.fn("Reveals.reveal")(
        function* (user: LoggedInUser, serial: string, reason: string) {
          yield* limiter.takeHere(`reveal user ${user.userID}`, limits.revealPerUser)
          yield* limiter.takeHere(`reveal lock ${user.companyID} ${serial}`, limits.revealPerLock)
          const at = yield* now
          const refusal = revealRefusal(user) ?? reasonRefusal(reason)
          if (refusal !== null) {
            yield* caps.count(user, at)
            yield* reject(user, serial, reason.slice(0, 500), at)
            return yield* refusal
          }
          const [row] = yield* approve(user, serial, reason.trim(), at)
          if (row === undefined) {
            yield* caps.check(user, at)
            yield* reject(user, serial, reason, at)
            return yield* new LockNotFound()
          }
          // Whatever becomes of the answer, the lock has been viewed once more.
          yield* Effect.ensuring(
            audit.witness(user.companyID, row),
            live.tell(user.companyID, { event: "updateLock", lockIDs: [row.json.lockID] })
          )
          const unlockCode = yield* keyring.openCode(
            { companyID: user.companyID, serial, version: row.code_version },
            row.sealed
          )
          return { ...row.json, unlockCode, auditSeq: Number(row.audit_seq) }
        },
        Effect.catchTag(["SqlError", "WitnessFailed"], (cause) =>
          cause._tag === "SqlError" && isUnstorableText(cause)
            ? Effect.die(cause)
            : Effect.andThen(
                Effect.logError("A reveal could not be recorded, so it was refused", cause),
                Effect.fail(new Unavailable({ data: { what: "audit" } }))
              )
        )
      )

      return Reveals.of({ reveal: (...asked) => countingReveal(reveal(...asked)) })
    })
  )
}
