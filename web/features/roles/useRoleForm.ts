import { useState } from "react"
import { words } from "#core/api/problem.ts"
import { type AccessLevelId, Area, type AreaId } from "#core/auth/permissions.ts"
import { resetRole, setLevels, setRole } from "#core/commands/roleCommands.ts"
import { levelIn, type Levels, type RolePermissions } from "#core/roles/RolePermissions.ts"
import { levelsRefusal, roleRefusal } from "#core/roles/roleRules.ts"
import { call } from "#web/app/calls.ts"
import { rememberBatch } from "#web/app/changesMade.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { refresh } from "#web/app/refresh.ts"
import { run } from "#web/app/run.ts"
import { useSignedInUser } from "#web/app/Session.ts"

const send = async (role: RolePermissions, change: Levels) => {
  const areas = Area.ids.flatMap((area) => {
    const level = change[String(area)]
    return level === undefined ? [] : [{ area, level }]
  })
  try {
    return await call(setLevels(role.roleID, areas))
  } finally {
    refresh(setRole.touches)
  }
}

/** Remembers how a role gets the levels back that it had. */
const rememberLevels = (before: RolePermissions): void =>
  rememberBatch(`Change ${before.roleName}`, async () => {
    await send(before, before.levels)
    toast("success", `Undone: Change ${before.roleName}.`)
  })

/** The form of one role. What nobody has chosen here follows what is saved. */
export const useRoleForm = (role: RolePermissions, roles: ReadonlyArray<RolePermissions>) => {
  const user = useSignedInUser()
  const [chosen, setChosen] = useState<Levels>({})
  const [saving, setSaving] = useState(false)
  const change: Levels = Object.fromEntries(
    Object.entries(chosen).filter(([area, level]) => level !== role.levels[area])
  )
  const dirty = Object.keys(change).length > 0
  const whole = roleRefusal(user, role.roleID)
  const refusal = dirty ? levelsRefusal(user, roles, role.roleID, change) : null

  const attempt = async (act: () => Promise<{ readonly before: RolePermissions }>, done: string): Promise<void> => {
    setSaving(true)
    try {
      rememberLevels((await act()).before)
      setChosen({})
      toast("success", done)
    } catch (error) {
      tellFailure(error)
    } finally {
      setSaving(false)
    }
  }

  return {
    saving,
    dirty,
    /** Why nothing of this role can be changed, or null. */
    closed: whole === null ? null : words(whole).error,
    /** Why what is chosen cannot be saved, or null. */
    refused: refusal === null ? null : words(refusal).error,
    level: (area: AreaId): AccessLevelId => chosen[String(area)] ?? levelIn(role.levels, area),
    unsaved: (area: AreaId): boolean => String(area) in change,
    choose: (area: AreaId, level: AccessLevelId): void => setChosen((now) => ({ ...now, [String(area)]: level })),
    cancel: (): void => setChosen({}),
    save: () => attempt(() => send(role, change), `Permissions of ${role.roleName} saved`),
    reset: () => attempt(() => run(resetRole, { role: role.roleID }), `${role.roleName} has its default permissions`)
  }
}
