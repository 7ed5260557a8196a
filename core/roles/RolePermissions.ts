import { Schema } from "effect"
import { AccessLevel, Area, type AccessLevelId, type AreaId } from "#core/auth/permissions.ts"
import { Role, type RoleId, siteLevelRoles } from "#core/auth/roles.ts"
import { countOf } from "#core/base/countOf.ts"

/** Levels by the number of their area. */
export const Levels = Schema.Record(Schema.String, AccessLevel.Id)
export type Levels = typeof Levels.Type

/** What a role may do in a company. */
export const RolePermissions = Schema.Struct({
  roleID: Role.Id,
  roleName: Schema.String,
  /** Active users who have it. */
  people: Schema.Int,
  /** What holds now: the defaults, with the company's own levels over them while it has CustomRoles. */
  levels: Levels,
  defaults: Levels
})
export type RolePermissions = typeof RolePermissions.Type

/** Roles that a company sets the permissions of: those of its own people. Site-level roles are the head office's. */
export const companyRoles: ReadonlyArray<RoleId> = Role.ids.filter((role) => !siteLevelRoles.has(role))

/** The level of an area. */
export const levelIn = (levels: Levels, area: AreaId): AccessLevelId => levels[String(area)] ?? AccessLevel.id.None

/** Levels in the words of an audit record, by the names of their areas. */
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

/** Areas of roles, one a row; with `onlyDifferent` those alone that differ from the default. */
export const roleRows = (roles: ReadonlyArray<RolePermissions>, onlyDifferent = false): ReadonlyArray<RoleRow> =>
  roles.flatMap((role) =>
    (onlyDifferent ? differences(role) : Area.ids).map((area) => ({
      role: role.roleName,
      area: Area.label(area),
      level: AccessLevel.label(levelIn(role.levels, area)),
      default: AccessLevel.label(levelIn(role.defaults, area)),
      people: role.people
    }))
  )

/** How many people a change of a role touches. */
export const touchedWords = ({ people, roleName }: Pick<RolePermissions, "people" | "roleName">): string =>
  `Touches ${countOf(people, "person", "people")} with the role ${roleName}.`
