import { useState } from "react"
import { words } from "#core/api/problem.ts"
import { type AccessLevelId, Area, type AreaId } from "#core/auth/permissions.ts"
import { resetRole, setLevels, setRole, takeBackLevels } from "#core/commands/roleCommands.ts"
import { levelIn, type Levels, type RolePermissions } from "#core/roles/RolePermissions.ts"
import type { ChangedRole } from "#core/roles/RolesApi.ts"
import { levelsRefusal, roleRefusal } from "#core/roles/roleRules.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { call } from "#web/app/calls.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { queries } from "#web/app/queries.ts"
import { refresh } from "#web/app/refresh.ts"
import { run } from "#web/app/run.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { rememberBack } from "#web/app/takeBack.ts"
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

/** Remembers how a role gets its levels back. */
const rememberLevels = (answer: ChangedRole): void => {
  const back = takeBackLevels(answer)
  if (back !== null) rememberBack(`Change ${answer.before.roleName}`, setRole.touches, back)
}

/** The form of one role. What nobody has chosen here follows what is saved. */
export const useRoleForm = (role: RolePermissions, roles: ReadonlyArray<RolePermissions>) => {
  const user = useSignedInUser()
  const [chosen, setChosen] = useState<Levels>({})
  /** The chosen areas as they were when they were chosen. */
  const [begun, setBegun] = useState<Levels>({})
  const [saving, setSaving] = useState(false)
  const change: Levels = Object.fromEntries(
    Object.entries(chosen).filter(([area, level]) => level !== role.levels[area])
  )
  const dirty = Object.keys(change).length > 0
  const drop = (): void => {
    setChosen({})
    setBegun({})
  }
  const whole = roleRefusal(user, role.roleID)
  const refusal = dirty ? levelsRefusal(user, roles, role.roleID, change) : null

  const attempt = async (act: () => Promise<ChangedRole>, done: string): Promise<void> => {
    setSaving(true)
    try {
      const answer = await act()
      const { data } = answer
      rememberLevels(answer)
      // At once: until the roles are read again the form would show what it was.
      queries.setQueryData(rolesQuery().queryKey, (known) =>
        known?.map((each) => (each.roleID === data.roleID ? data : each))
      )
      drop()
      toast("success", done)
    } catch (error) {
      // The banner says so, once the role is read again.
      if (!(error instanceof CallFailure && error.problem?._tag === "RoleChangedMeanwhile")) tellFailure(error)
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
    /** Somebody else has saved another level of an area that is changed here. */
    changedMeanwhile: Object.keys(change).some((area) => begun[area] !== role.levels[area]),
    choose: (area: AreaId, level: AccessLevelId): void => {
      if (!(String(area) in change)) setBegun((now) => ({ ...now, [String(area)]: levelIn(role.levels, area) }))
      setChosen((now) => ({ ...now, [String(area)]: level }))
    },
    cancel: drop,
    save: () => attempt(() => send(role, change, begun), `Permissions of ${role.roleName} saved`),
    reset: () => attempt(() => run(resetRole, { role: role.roleID }), `${role.roleName} has its default permissions`)
  }
}
