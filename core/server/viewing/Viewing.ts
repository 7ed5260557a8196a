import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { CurrentSession } from "#core/api/Guard.ts"
import { permissionsOf } from "#core/auth/permissions.ts"
import { Role, type RoleId } from "#core/auth/roles.ts"
import type { FacilityId, UserId } from "#core/base/ids.ts"
import { companyRoles } from "#core/roles/RolePermissions.ts"
import { type ViewAboveYours, ViewTargetNotFound } from "#core/viewing/ViewingErrors.ts"
import { viewMinutes, viewRefusal } from "#core/viewing/viewingRules.ts"
import { Audit } from "../audit/Audit.ts"
import { appendAudit, type AppendedAudit, doneBy } from "../audit/auditEntry.ts"
import { Sessions } from "../auth/Sessions.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import { Roles } from "../roles/Roles.ts"

/** The role to view as, or a person by email. */
export type ViewTarget = { readonly role: RoleId } | { readonly email: string }

interface Target {
  readonly role: RoleId
  readonly userID: UserId | null
  readonly facilityIDs: ReadonlyArray<FacilityId>
  readonly as: string
}

/** Viewing as a role or a person (decision 62). */
export class Viewing extends Context.Service<
  Viewing,
  {
    /** Starts a view, or replaces the current one. False if the session already views as the target. */
    readonly start: (
      session: CurrentSession,
      target: ViewTarget
    ) => Effect.Effect<boolean, ViewAboveYours | ViewTargetNotFound>
    /** Ends the view; does nothing if there is none. */
    readonly end: (session: CurrentSession) => Effect.Effect<void>
  }
>()("lockdesk/server/Viewing") {
  static readonly layer = Layer.effect(
    Viewing,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const audit = yield* Audit
      const live = yield* LiveEvents
      const roles = yield* Roles
      const sessions = yield* Sessions

      const targetOf = Effect.fnUntraced(function* ({ own: user }: CurrentSession, target: ViewTarget) {
        if ("role" in target) {
          const { role } = target
          // A role has no facilities of its own, so the viewer's apply.
          const { facilityIDs } = user
          return { role, userID: null, facilityIDs, as: Role.label(role) } satisfies Target
        }
        const [found] = yield* sql<{
          userID: UserId
          role: RoleId
          name: string
          facilityIDs: ReadonlyArray<FacilityId>
        }>`
          SELECT user_id AS "userID", role_id::int AS role, first_name || ' ' || last_name AS name,
            facility_ids AS "facilityIDs"
          FROM users WHERE company_id = ${user.companyID} AND is_active AND lower(email) = ${target.email.trim().toLowerCase()}`
        if (found === undefined) return yield* new ViewTargetNotFound()
        return { ...found, as: `${found.name} (${Role.label(found.role)})` } satisfies Target
      })

      const written = Effect.fnUntraced(function* (session: CurrentSession, target: Target, millis: number) {
        const until = new Date(millis + viewMinutes * 60_000)
        const changed = yield* sql`
          UPDATE sessions SET view_company = ${session.own.companyID}, view_role = ${target.role},
            view_user = ${target.userID}, view_until = ${until}
          WHERE session_id = ${session.sessionId}
            AND (view_company, view_role, view_user, view_until > ${new Date(millis)})
            IS DISTINCT FROM (${session.own.companyID}::int, ${target.role}::int, ${target.userID}::int, true)
          RETURNING 1`
        if (changed.length === 0) return undefined
        const [appended] = yield* sql<AppendedAudit>`
          SELECT * FROM ${appendAudit(sql, audit.macs, {
            ...doneBy(session.user),
            at: new Date(millis).toISOString(),
            action: "viewing.start",
            subject: target.as,
            detail: { by: session.user.name, as: target.as, viewedUserID: target.userID, minutes: viewMinutes }
          })}`
        return appended
      })

      /** Makes every process and every tab of the session use the new view. */
      const tell = ({ user, sessionId }: CurrentSession, appended: AppendedAudit | undefined) =>
        Effect.ensuring(
          appended === undefined ? Effect.void : audit.witness(user.companyID, appended),
          Effect.andThen(
            Effect.andThen(sessions.forget(sessionId), live.forgetSession(sessionId)),
            live.tellUser(user.userID, { event: "updateUser", userIDs: [user.userID] })
          )
        )

      const start = Effect.fn("Viewing.start")(
        function* (session: CurrentSession, wanted: ViewTarget) {
          const target = yield* targetOf(session, wanted)
          if (!companyRoles.includes(target.role)) return yield* new ViewTargetNotFound()
          const role = (yield* roles.list(session.own)).find(({ roleID }) => roleID === target.role)
          const Permissions = permissionsOf(target.role, role?.levels ?? {})
          const refusal = viewRefusal(session.own, { Permissions, facilityIDs: target.facilityIDs }, target.as)
          if (refusal !== null) return yield* refusal
          const millis = yield* Clock.currentTimeMillis
          const appended = yield* sql.withTransaction(written(session, target, millis))
          if (appended !== undefined) yield* tell(session, appended)
          return appended !== undefined
        },
        Effect.uninterruptible,
        asServerFault
      )

      const end = Effect.fn("Viewing.end")(
        function* (session: CurrentSession) {
          const { viewing } = session.user
          if (viewing === undefined) return
          const at = new Date(yield* Clock.currentTimeMillis).toISOString()
          const appended = yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`
                UPDATE sessions SET view_company = NULL, view_role = NULL, view_user = NULL, view_until = NULL
                WHERE session_id = ${session.sessionId}`
              const [record] = yield* sql<AppendedAudit>`
                SELECT * FROM ${appendAudit(sql, audit.macs, {
                  ...doneBy(session.user),
                  at,
                  action: "viewing.end",
                  subject: viewing.as,
                  detail: { by: session.user.name, as: viewing.as }
                })}`
              return record
            })
          )
          yield* tell(session, appended)
        },
        Effect.uninterruptible,
        asServerFault
      )

      return Viewing.of({ start, end })
    })
  )
}
