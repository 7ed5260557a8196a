import { words } from "#core/api/problem.ts"
import { type AccessLevelId, Area, type AreaId } from "#core/auth/permissions.ts"
import { resetRole, setLevels, setRole, takeBackLevels } from "#core/commands/roleCommands.ts"
import { levelIn, type Levels, type RolePermissions } from "#core/roles/RolePermissions.ts"
import type { ChangedRole } from "#core/roles/RolesApi.ts"
import { levelsRefusal, roleRefusal } from "#core/roles/roleRules.ts"
import { call } from "#web/app/calls.ts"
import { toast } from "#web/app/notices.ts"
import { queries } from "#web/app/queries.ts"
import { refresh } from "#web/app/refresh.ts"
import { run } from "#web/app/run.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { rememberBack } from "#web/app/takeBack.ts"
import { useAttempt } from "#web/app/useAttempt.ts"
import type { ChangedBy } from "#web/app/useEdits.ts"
import { useFieldEdits } from "#web/app/useFieldEdits.ts"
import { useRefusal } from "#web/app/useRefusal.ts"
import { rolesQuery } from "./rolesQuery.ts"

const send = async (role: RolePermissions, change: Levels, was: Levels) => {
  const areas = Area.ids.flatMap((area) => {
    const level = change[String(area)]
    return level === undefined ? [] : [{ area, level, was: levelIn(was, area) }]
  })
  try {
    return await call(setLevels(role.roleID, areas))
  } finally {
    refresh(setRole.touches)
  }
}

const levelsOf = ({ levels }: RolePermissions): Levels =>
  Object.fromEntries(Area.ids.map((area) => [String(area), levelIn(levels, area)]))

/** Registers the undo of a role change. */
const rememberLevels = (answer: ChangedRole): void => {
  const back = takeBackLevels(answer)
  if (back !== null) rememberBack(`Change ${answer.before.roleName}`, setRole.touches, back)
}

/** The form of one role. Areas the user hasn't changed follow the saved values. */
export const useRoleForm = (role: RolePermissions, roles: ReadonlyArray<RolePermissions>) => {
  const user = useSignedInUser()
  const { values, fields, overtaken, edit, reset, ...parts } = useFieldEdits(levelsOf(role), `role ${role.roleID}`)
  const [change, begun] = [parts.change as Levels, parts.begun as Levels]
  const [saving, attempt] = useAttempt()
  const [outdated, setOutdated] = useRefusal<RolePermissions, ChangedBy>(role)
  const dirty = fields.length > 0
  const whole = roleRefusal(user, role.roleID)
  const refusal = dirty ? levelsRefusal(user, roles, role.roleID, change) : null

  const submit = (act: () => Promise<ChangedRole>, done: string): Promise<void> =>
    attempt(
      async () => {
        const answer = await act()
        const { data } = answer
        rememberLevels(answer)
        // Update the cache at once; otherwise the form would show the old levels until the reload.
        queries.setQueryData(rolesQuery().queryKey, (known) =>
          known?.map((each) => (each.roleID === data.roleID ? data : each))
        )
        reset()
        toast("success", done)
      },
      ({ problem }) => {
        if (problem?._tag !== "RoleChangedMeanwhile") return false
        setOutdated(problem.data)
        return true
      }
    )

  return {
    saving,
    dirty,
    /** Why this role can't be changed at all, or null. */
    closed: whole === null ? null : words(whole).error,
    /** Why the current choice can't be saved, or null. */
    refused: refusal === null ? null : words(refusal).error,
    level: (area: AreaId): AccessLevelId => levelIn(values, area),
    unsaved: (area: AreaId): boolean => String(area) in change,
    /** Who saved a different level for an area with an unsaved change; null if no one did. */
    changedMeanwhile: overtaken ? role : dirty ? outdated : null,
    choose: (area: AreaId, level: AccessLevelId): void => edit({ [String(area)]: level }),
    cancel: reset,
    save: () => submit(() => send(role, change, begun), `Permissions of ${role.roleName} saved`),
    reset: () => submit(() => run(resetRole, { role: role.roleID }), `${role.roleName} has its default permissions`)
  }
}
