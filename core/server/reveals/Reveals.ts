import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Unavailable } from "#core/api/ApiErrors.ts"
import type { TooManyRequests } from "#core/auth/AuthErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { LockNotFound } from "#core/locks/LockErrors.ts"
import type { RevealedLock } from "#core/locks/LocksApi.ts"
import { ApprovalStatus } from "#core/reports/reportStatuses.ts"
import type { KeyMayNotReveal, ReasonRequired, RevealDenied, RevealNotOffered } from "#core/reveals/RevealErrors.ts"
import { reasonRefusal, revealRefusal } from "#core/reveals/revealRules.ts"
import { Audit } from "../audit/Audit.ts"
import { appendAudit, type AppendedAudit } from "../audit/auditEntry.ts"
import { Limiter } from "../auth/Limiter.ts"
import { now } from "../db/now.ts"
import { isUnstorableText } from "../http/unstorableText.ts"
import { lockOf, visible } from "../locks/lockSql.ts"
import { countingReveal } from "../observability/serverMetrics.ts"
import { traced } from "../observability/traced.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { Settings } from "../Settings.ts"
import { entryOf, makeGrants } from "./grants.ts"
import { makeRevealCaps } from "./revealCaps.ts"
import { makeRevealNotices } from "./revealNotices.ts"

export type RevealRefused =
  | LockNotFound
  | RevealDenied
  | RevealNotOffered
  | KeyMayNotReveal
  | ReasonRequired
  | TooManyRequests
  | Unavailable

/**
 * Reveals combinations (001 §6): first the rules, then the audit record, made durable together with the read of the lock, then
 * the response. If the record can't be written or witnessed, there is no response.
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
      const { limits } = yield* Settings
      const caps = yield* makeRevealCaps
      const grant = yield* makeGrants(caps)
      const notify = yield* makeRevealNotices

      /** Records a refused request: every attempt is audited, approved or not (ledger B385). */
      const reject = (user: LoggedInUser, serial: string, reason: string, at: string) =>
        Effect.flatMap(
          sql<AppendedAudit>`
            WITH rejected AS (
              INSERT INTO reveals (company_id, facility_id, lock_id, serial, user_id, role_id, reason, lock_status,
                approval_status, created_at)
              SELECT ${user.companyID}, l.facility_id, l.lock_id, ${serial}, ${user.userID}, ${user.roleID}, ${reason},
                l.status, ${ApprovalStatus.id.Rejected}, ${at}::timestamptz
              FROM (SELECT 1) one LEFT JOIN locks l ON l.serial = ${serial} AND ${visible(sql, user)})
            SELECT * FROM ${appendAudit(sql, audit.macs, entryOf({ user, serial, reason }, "reveals.reject", at))} a`,
          ([appended]) => (appended === undefined ? Effect.void : audit.witness(user.companyID, appended))
        )

      const reveal = Effect.fnUntraced(
        function* (user: LoggedInUser, serial: string, reason: string) {
          yield* limiter.takeHere(`reveal user ${user.userID}`, limits.revealPerUser, "reveals")
          yield* limiter.takeHere(
            `reveal lock ${user.companyID} ${serial}`,
            limits.revealPerLock,
            "reveals of this serial code"
          )
          const at = yield* now
          const refusal = revealRefusal(user) ?? reasonRefusal(reason)
          if (refusal !== null) {
            yield* caps.count(user, at)
            yield* reject(user, serial, reason, at)
            return yield* refusal
          }
          const call = { user, serial, reason: reason.trim() }
          const row = yield* grant(call)
          if (row === null) {
            yield* caps.check(user, at)
            yield* reject(user, serial, reason.trim(), at)
            return yield* new LockNotFound()
          }
          if (row.notifies) yield* notify
          const unlockCode = yield* keyring.openCode(
            { companyID: user.companyID, serial, version: row.code_version },
            row.sealed
          )
          return { ...lockOf(user, row.values), unlockCode, auditSeq: Number(row.audit_seq) }
        },
        Effect.catchTag(["SqlError", "WitnessFailed"], (cause) =>
          cause._tag === "SqlError" && isUnstorableText(cause)
            ? Effect.die(cause)
            : Effect.andThen(
                Effect.logError("Refused a reveal because it could not be recorded", cause),
                Effect.fail(new Unavailable({ data: { what: "audit" } }))
              )
        )
      )

      const spanned = traced("Reveals.reveal", reveal)
      return Reveals.of({ reveal: (...asked) => countingReveal(spanned(...asked)) })
    })
  )
}
