import { Schema } from "effect"
import { updatedBy } from "#core/base/changedMeanwhile.ts"
import { AccessLevel, Area, type AccessLevelId, type AreaId } from "#core/auth/permissions.ts"
import { Role, type RoleId, siteLevelRoles } from "#core/auth/roles.ts"
import { countOf } from "#core/base/countOf.ts"

/** Levels by area id. */
export const Levels = Schema.Record(Schema.String, AccessLevel.Id)
export type Levels = typeof Levels.Type

/** A role's permissions in a company. */
export const RolePermissions = Schema.Struct({
  roleID: Role.Id,
  roleName: Schema.String,
  /** The number of active users with the role. */
  people: Schema.Int,
  /** The effective levels: the defaults, overridden by the company's own while it has CustomRoles. */
  levels: Levels,
  defaults: Levels,
  ...updatedBy
})
export type RolePermissions = typeof RolePermissions.Type

/** Roles whose permissions a company can change: those of its own people. The head office manages site-level roles. */
export const companyRoles: ReadonlyArray<RoleId> = Role.ids.filter((role) => !siteLevelRoles.has(role))

/** The level of an area. */
export const levelIn = (levels: Levels, area: AreaId): AccessLevelId => levels[String(area)] ?? AccessLevel.id.None

/** The audit record fields of levels, by area name. */
export const recordedLevels = (levels: Levels): Readonly<Record<string, string>> =>
  Object.fromEntries(Area.rows.map(({ id, key }) => [key, AccessLevel.label(levelIn(levels, id))]))

/** Areas in which a role differs from its default. */
export const differences = ({
  levels,
  defaults
}: Pick<RolePermissions, "levels" | "defaults">): ReadonlyArray<AreaId> =>
  Area.ids.filter((area) => levelIn(levels, area) !== levelIn(defaults, area))

/** One area of one role, as lists show it. */
export interface RoleRow {
  readonly role: string
  readonly area: string
  readonly level: string
  readonly default: string
  readonly people: number
}

/** Areas of roles, one per row; with `onlyDifferent`, only those that differ from the default. */
export const roleRows = (roles: ReadonlyArray<RolePermissions>, onlyDifferent: boolean): ReadonlyArray<RoleRow> =>
  roles.flatMap((role) =>
    (onlyDifferent ? differences(role) : Area.ids).map((area) => ({
      role: role.roleName,
      area: Area.label(area),
      level: AccessLevel.label(levelIn(role.levels, area)),
      default: AccessLevel.label(levelIn(role.defaults, area)),
      people: role.people
    }))
  )

/** The number of people a change of a role affects, in words. */
export const touchedWords = ({ people, roleName }: Pick<RolePermissions, "people" | "roleName">): string =>
  `Affects ${countOf(people, "person", "people")} with the role ${roleName}.`
