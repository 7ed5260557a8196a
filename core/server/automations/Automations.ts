import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { AutomationProfile } from "#core/automations/AutomationProfile.ts"
import { SettingsChangedMeanwhile } from "#core/settings/SettingsErrors.ts"
import { Audit } from "../audit/Audit.ts"
import { appendAudit, type AppendedAudit, doneBy } from "../audit/auditEntry.ts"
import { now } from "../db/now.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import { takeWriteLock } from "../locks/lockWorkingSetSql.ts"
import { automationsOf } from "./automationSql.ts"

/** A company's automations (002 §2). The guard checks the access. */
export class Automations extends Context.Service<
  Automations,
  {
    readonly profile: (user: LoggedInUser) => Effect.Effect<AutomationProfile>
    /**
     * Changes the given fields, with a record of their previous values; without a difference nothing is written or recorded.
     * Refused completely if a field has neither the new value nor the one before the edit (`was`).
     */
    readonly change: (
      user: LoggedInUser,
      patch: Partial<AutomationProfile>,
      was: Partial<AutomationProfile>
    ) => Effect.Effect<{ readonly profile: AutomationProfile; readonly unchanged: boolean }, SettingsChangedMeanwhile>
  }
>()("lockdesk/server/Automations") {
  static readonly layer = Layer.effect(
    Automations,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const audit = yield* Audit
      const live = yield* LiveEvents

      const written = Effect.fnUntraced(function* (
        user: LoggedInUser,
        patch: Partial<AutomationProfile>,
        was: Partial<AutomationProfile>
      ) {
        const { companyID } = user
        // Serialized with deliveries: a concurrent one sees all of this change or nothing.
        yield* takeWriteLock(sql, companyID)
        const before = yield* automationsOf(sql, companyID)
        const after = { ...before, ...patch }
        const { vacantReleaseAction, overlockReleaseAction } = after
        if (
          vacantReleaseAction === before.vacantReleaseAction &&
          overlockReleaseAction === before.overlockReleaseAction
        ) {
          return { after, appended: undefined }
        }
        const fields = (["vacantReleaseAction", "overlockReleaseAction"] as const).filter(
          (field) => was[field] !== undefined && was[field] !== before[field]
        )
        if (fields.length > 0) return yield* new SettingsChangedMeanwhile({ data: { fields, updatedBy: null } })
        yield* sql`
          UPDATE companies SET vacant_release_action = ${vacantReleaseAction},
            overlock_release_action = ${overlockReleaseAction} WHERE company_id = ${companyID}`
        const [appended] = yield* sql<AppendedAudit>`
          SELECT * FROM ${appendAudit(sql, audit.macs, {
            ...doneBy(user),
            at: yield* now,
            action: "automations.update",
            subject: "automations",
            detail: {
              ...after,
              fromVacantReleaseAction: before.vacantReleaseAction,
              fromOverlockReleaseAction: before.overlockReleaseAction
            }
          })}`
        return { after, appended }
      })

      const change = Effect.fn("Automations.change")(
        function* (user: LoggedInUser, patch: Partial<AutomationProfile>, was: Partial<AutomationProfile>) {
          const { after, appended } = yield* sql.withTransaction(written(user, patch, was))
          // The change is committed, so notify everyone even if the response fails.
          if (appended !== undefined) {
            yield* Effect.ensuring(
              audit.witness(user.companyID, appended),
              live.tell(user.companyID, { event: "updateAutomations" })
            )
          }
          return { profile: after, unchanged: appended === undefined }
        },
        Effect.uninterruptible,
        asServerFault
      )

      return Automations.of({ profile: (user) => asServerFault(automationsOf(sql, user.companyID)), change })
    })
  )
}
