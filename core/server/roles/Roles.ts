import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { featureRefusal } from "#core/auth/accessRules.ts"
import { recordedChange } from "#core/audit/changedFacts.ts"
import { nameOnRecord } from "#core/auth/actingRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { type AccessLevelId, Area, type AreaId, defaultAccess } from "#core/auth/permissions.ts"
import { Role, type RoleId } from "#core/auth/roles.ts"
import type { CompanyId } from "#core/base/ids.ts"
import { Feature } from "#core/companies/features.ts"
import { RoleChangedMeanwhile } from "#core/roles/RoleErrors.ts"
import {
  companyRoles,
  levelIn,
  type Levels,
  recordedLevels,
  type RolePermissions
} from "#core/roles/RolePermissions.ts"
import { levelsRefusal, roleRefusal, type RoleRefusal } from "#core/roles/roleRules.ts"
import { nameOfPerson } from "../auth/personName.ts"
import { doneBy } from "../audit/auditEntry.ts"
import { makeRowChanges, type RowChange } from "../facilities/rowChanges.ts"
import { LiveEvents } from "../live/LiveEvents.ts"
import { asServerFault } from "../locks/asServerFault.ts"

/** The company's own levels, by role and area. */
type Overrides = Readonly<Record<string, Readonly<Record<string, AccessLevelId>>>>

/** A change of one area; a null level is the default. */
export interface AreaChange {
  readonly area: AreaId
  readonly level: AccessLevelId | null
  /** The level before the edit. */
  readonly was?: AccessLevelId
}

/** A role before and after a change. */
export interface RoleChanged {
  readonly before: RolePermissions
  readonly after: RolePermissions
  readonly unchanged: boolean
}

const defaultsOf = (role: RoleId): Levels =>
  Object.fromEntries(Area.ids.map((area) => [String(area), defaultAccess(role, area)]))

/** Only levels that differ from the default are stored. */
const ownOf = (role: RoleId, levels: Levels): Levels =>
  Object.fromEntries(
    Area.ids.flatMap((area) =>
      levelIn(levels, area) === defaultAccess(role, area) ? [] : [[String(area), levelIn(levels, area)]]
    )
  )

/**
 * The permissions of a company's roles (000 §6). The guard checks who may call it; `roleRules.ts` decides which changes are
 * allowed.
 */
export class Roles extends Context.Service<
  Roles,
  {
    readonly list: (user: LoggedInUser) => Effect.Effect<ReadonlyArray<RolePermissions>>
    /** Changes some areas of a role, effective at once for everyone with the role, in every process. */
    readonly set: (
      user: LoggedInUser,
      role: RoleId,
      areas: ReadonlyArray<AreaChange>
    ) => Effect.Effect<RoleChanged, RoleRefusal | RoleChangedMeanwhile>
    /** Resets a role to its defaults. */
    readonly reset: (user: LoggedInUser, role: RoleId) => Effect.Effect<RoleChanged, RoleRefusal>
  }
>()("lockdesk/server/Roles") {
  static readonly layer = Layer.effect(
    Roles,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const changeRow = yield* makeRowChanges
      const live = yield* LiveEvents

      const rolesOf = Effect.fnUntraced(function* (companyID: CompanyId, custom: boolean, lock: boolean) {
        const [row] = yield* sql<{
          own: Overrides
          stamp: string
          people: Readonly<Record<string, number>> | null
          by: Readonly<Record<string, string>> | null
        }>`
          SELECT role_overrides AS own, c.xmin::text AS stamp,
            (SELECT jsonb_object_agg(r.key, ${sql.literal(nameOfPerson("r.value::int", "c.company_id"))})
              FROM jsonb_each_text(roles_updated_by) r) AS by, (SELECT jsonb_object_agg(r.role_id, r.n) FROM (
            SELECT role_id, count(*) AS n FROM users WHERE company_id = ${companyID} AND is_active GROUP BY role_id) r) AS people
          FROM companies c WHERE company_id = ${companyID} ${lock ? sql`FOR UPDATE` : sql``}`
        const own = row?.own ?? {}
        const roles = companyRoles.map((roleID): RolePermissions => {
          const defaults = defaultsOf(roleID)
          return {
            roleID,
            roleName: Role.label(roleID),
            people: row?.people?.[String(roleID)] ?? 0,
            levels: custom ? { ...defaults, ...own[String(roleID)] } : defaults,
            defaults,
            updatedBy: row?.by?.[String(roleID)] ?? null
          }
        })
        return { own, roles, stamp: row?.stamp ?? "" }
      })

      const hasCustomRoles = (user: LoggedInUser): boolean => featureRefusal(user, Feature.id.CustomRoles) === null

      const reading = Effect.fnUntraced(function* (
        user: LoggedInUser,
        role: RoleId,
        changeOf: (before: RolePermissions) => Levels,
        was: ReadonlyMap<AreaId, AccessLevelId>,
        at: string,
        held: boolean
      ) {
        const { companyID } = user
        const byRole = roleRefusal(user, role)
        if (byRole !== null) return yield* byRole
        const { own, roles, stamp } = yield* rolesOf(companyID, true, held)
        const before = roles.find(({ roleID }) => roleID === role)
        if (before === undefined) return yield* Effect.die(new Error(`no role ${role} in company ${companyID}`))
        const levels = { ...before.levels, ...changeOf(before) }
        const refusal = levelsRefusal(user, roles, role, levels)
        if (refusal !== null) return yield* refusal
        const different = Area.ids.filter((area) => levelIn(levels, area) !== levelIn(before.levels, area))
        if (different.length === 0) return { kind: "same" as const, value: { before, after: before, unchanged: true } }
        const moved = different.filter(
          (area) => (was.get(area) ?? levelIn(before.levels, area)) !== levelIn(before.levels, area)
        )
        if (moved.length > 0)
          return yield* new RoleChangedMeanwhile({ data: { role, areas: moved, updatedBy: before.updatedBy } })
        const overrides = { ...own, [String(role)]: ownOf(role, levels) }
        const change: RowChange<RoleChanged, object> = {
          kind: "change",
          update: sql`
            UPDATE companies c SET role_overrides = ${JSON.stringify(overrides)}::text::jsonb,
              roles_updated_by = roles_updated_by || jsonb_build_object(${String(role)}::text, ${user.userID}::int)
            WHERE c.company_id = ${companyID} AND c.xmin::text = ${stamp}::text RETURNING c.company_id`,
          record: {
            ...doneBy(user),
            at,
            action: "roles.update",
            subject: Role.label(role),
            detail: recordedChange(recordedLevels(before.levels), recordedLevels(levels))
          },
          value: () => ({ before, after: { ...before, levels, updatedBy: nameOnRecord(user) }, unchanged: false }),
          // Sessions contain permissions, so they are reloaded first.
          first: () => live.forgetSessions,
          events: [{ event: "updateRoles" }]
        }
        return change
      })

      const change = Effect.fn("Roles.change")(
        (
          user: LoggedInUser,
          role: RoleId,
          changeOf: (before: RolePermissions) => Levels,
          was: ReadonlyMap<AreaId, AccessLevelId>
        ) => changeRow(user.companyID, (at, held) => reading(user, role, changeOf, was, at, held)),
        asServerFault
      )

      return Roles.of({
        list: Effect.fn("Roles.list")(
          (user: LoggedInUser) =>
            Effect.map(rolesOf(user.companyID, hasCustomRoles(user), false), ({ roles }) => roles),
          Effect.orDie
        ),
        set: (user, role, areas) =>
          change(
            user,
            role,
            ({ defaults }) =>
              Object.fromEntries(areas.map(({ area, level }) => [String(area), level ?? levelIn(defaults, area)])),
            new Map(areas.flatMap(({ area, was }) => (was === undefined ? [] : [[area, was]])))
          ),
        reset: (user, role) =>
          Effect.catchTag(
            change(user, role, ({ defaults }) => defaults, new Map()),
            "RoleChangedMeanwhile",
            Effect.die
          )
      })
    })
  )
}
