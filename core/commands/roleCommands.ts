import { Schema } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { AccessLevel, type AccessLevelId, Area, type AreaId } from "#core/auth/permissions.ts"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { companyRoles, levelIn } from "#core/roles/RolePermissions.ts"
import type { ChangedRole } from "#core/roles/RolesApi.ts"
import type { InputField } from "./Command.ts"
import { command } from "./Command.ts"
import { typedAs } from "./fields.ts"
import { roleDone } from "./thingDone.ts"
import { view } from "./view.ts"

export const roleField = {
  schema: typedAs<RoleId>(Role.Id, Role.parse, Role.label),
  label: "Role",
  description: "A role of the company, by name or number",
  positional: true,
  choices: companyRoles.map((role) => Role.label(role))
} as const satisfies InputField<RoleId>

const areaField = {
  schema: typedAs<AreaId>(Area.Id, Area.parse, Area.label),
  label: "Area",
  description: "A permission area, by name or number",
  positional: true,
  choices: Area.rows.map(({ label }) => label)
} as const satisfies InputField<AreaId>

/** The word for the default level. */
export const defaultLevel = -1

const levels = [...AccessLevel.ids, defaultLevel] as const
type Level = (typeof levels)[number]
const levelName = (level: Level): string => (level === defaultLevel ? "Default" : AccessLevel.label(level))

const levelField = {
  schema: typedAs<Level>(
    Schema.Literals(levels),
    (text) => levels.find((level) => levelName(level).toLowerCase() === text.trim().toLowerCase()),
    levelName
  ),
  label: "Level",
  description: "None, Read, Write, or Default",
  positional: true,
  choices: levels.map(levelName)
} as const satisfies InputField<Level>

/** Changes the levels of several areas of a role in one call. */
export const setLevels = (
  role: RoleId,
  areas: ReadonlyArray<{ readonly area: AreaId; readonly level: Level; readonly was?: AccessLevelId }>
) =>
  withClient((client) =>
    client.roles.set({
      params: { role },
      query: {},
      payload: { areas: areas.map((each) => ({ ...each, level: each.level === defaultLevel ? null : each.level })) }
    })
  )

/** Restores the levels a change replaced, unless someone has changed them since. */
export const takeBackLevels = ({ before, data }: Pick<ChangedRole, "before" | "data">) => {
  const areas = Area.ids.flatMap((area) => {
    const [level, was] = [levelIn(before.levels, area), levelIn(data.levels, area)]
    return level === was ? [] : [{ area, level, was }]
  })
  return areas.length === 0 ? null : setLevels(data.roleID, areas)
}

export const showRoles = command({
  id: "roles.show",
  title: "Show roles and permissions",
  section: "Team",
  keywords: ["access", "areas", "custom roles", "who may"],
  input: { role: { ...roleField, optional: true } },
  risk: "reads",
  terminal: { path: ["roles", "show"], examples: ["lockdesk roles show", "lockdesk roles show 'Call Center Agent'"] },
  does: { call: "roles.list", run: () => withClient((client) => client.roles.list({ query: {} })) }
})

export const diffRoles = command({
  id: "roles.diff",
  title: "Show permissions that differ from the default",
  section: "Team",
  keywords: ["roles", "custom", "changed"],
  input: { role: { ...roleField, optional: true } },
  risk: "reads",
  terminal: { path: ["roles", "diff"], examples: ["lockdesk roles diff", "lockdesk roles diff Vendor --json"] },
  does: { call: "roles.list", run: () => withClient((client) => client.roles.list({ query: {} })) }
})

export const setRole = command({
  id: "roles.set",
  title: "Change a permission of a role",
  section: "Team",
  keywords: ["access", "area", "level", "grant", "custom roles"],
  input: { role: roleField, area: areaField, level: levelField },
  risk: "changes",
  touches: ["roles", "session", "audit"],
  undo: "locks.undo",
  back: ({ role, area }, { before }: ChangedRole) => ({ role, area, level: levelIn(before.levels, area) }),
  terminal: {
    path: ["roles", "set"],
    examples: [
      "lockdesk roles set Vendor 'Lock Returns' Read --dry-run",
      "lockdesk roles set 'Call Center Agent' Reports Default"
    ]
  },
  done: roleDone("has the new permission"),
  does: { call: "roles.set", run: ({ role, area, level }) => setLevels(role, [{ area, level }]) }
})

export const resetRole = command({
  id: "roles.reset",
  title: "Reset a role to its default permissions",
  section: "Team",
  keywords: ["access", "custom roles", "undo"],
  input: { role: roleField },
  risk: "dangerous",
  touches: ["roles", "session", "audit"],
  undo: "locks.undo",
  back: (_, answer: ChangedRole) => takeBackLevels(answer),
  unchanged: "Unchanged: it has its default permissions.",
  terminal: { path: ["roles", "reset"], examples: ["lockdesk roles reset Vendor --yes"] },
  done: roleDone("has its default permissions"),
  does: {
    call: "roles.reset",
    run: ({ role }) => withClient((client) => client.roles.reset({ params: { role }, query: {} }))
  }
})

export const roleCommands = [
  showRoles,
  diffRoles,
  setRole,
  resetRole,
  view({ id: "roles.takeTheirs", title: "Load latest version", section: "Team", keywords: ["conflict"] }),
  view({ id: "roles.cancel", title: "Discard changes of the role", section: "Team", keywords: ["permissions"] })
] as const
