import { useState } from "react"
import { AccessLevel, Area } from "#core/auth/permissions.ts"
import { restrictedRoles } from "#core/auth/roles.ts"
import { roleChanged } from "#core/roles/RoleErrors.ts"
import { differences, type RolePermissions, touchedWords } from "#core/roles/RolePermissions.ts"
import { toast } from "#web/app/notices.ts"
import { savingWords, tellNotYet } from "#web/app/tellNotYet.ts"
import { useAvailability, useCommands } from "#web/app/useCommands.ts"
import { ChangedMeanwhile } from "#web/ui/ChangedMeanwhile.tsx"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { CommandForm } from "#web/ui/CommandForm.tsx"
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx"
import { FormFoot } from "#web/ui/FormFoot.tsx"
import { LeaveGuard } from "#web/ui/LeaveGuard.tsx"
import { SentFields } from "#web/ui/SentFields.tsx"
import { RoleGrid } from "./RoleGrid.tsx"
import { useRoleForm } from "./useRoleForm.ts"

interface RoleFormProps {
  readonly role: RolePermissions
  readonly roles: ReadonlyArray<RolePermissions>
}

/** Areas whose data a restricted role only views, whatever its level (001 §6, 002 §6). */
const viewedAreas = [Area.id.Users, Area.id.Facilities] as const

/** Permissions of one role. Changing them needs Write on Users. */
export const RoleForm = ({ role, roles }: RoleFormProps) => {
  const may = useAvailability("roles.set")
  const form = useRoleForm(role, roles)
  const [asking, setAsking] = useState(false)
  const closed = may.allowed ? form.closed : may.words.error
  const unedited = form.dirty ? null : "No changes to save."
  const notYet = closed ?? form.refused ?? (form.saving ? savingWords : unedited)
  const onlyViews =
    restrictedRoles.has(role.roleID) && viewedAreas.some((area) => form.level(area) === AccessLevel.id.Write)
      ? `${role.roleName} can only view users, roles and facilities, even with Write.`
      : ""
  const isDefault = differences(role).length === 0 ? "This role has its default permissions." : null
  useCommands({
    scope: "anywhere",
    handlers: {
      "form.submit": () => (notYet === null ? void form.save() : tellNotYet(notYet)),
      "roles.cancel": form.cancel,
      ...(form.changedMeanwhile === null ? {} : { "roles.takeTheirs": form.cancel }),
      "roles.reset": () => (isDefault === null ? setAsking(true) : toast("info", isDefault))
    }
  })
  return (
    <CommandForm className="card role-form" aria-label={`Permissions of ${role.roleName}`}>
      <LeaveGuard dirty={form.dirty} />
      <p role="note" className="role-note">
        {closed ?? touchedWords(role)}
      </p>
      {form.changedMeanwhile === null ? null : (
        <ChangedMeanwhile happened={roleChanged(form.changedMeanwhile).error} command="roles.takeTheirs" />
      )}
      <SentFields sending={form.saving}>
        <RoleGrid
          role={role}
          level={form.level}
          unsaved={form.unsaved}
          disabled={closed !== null}
          onChoose={form.choose}
        />
      </SentFields>
      {form.refused === null ? null : (
        <p role="alert" className="role-refused">
          {form.refused}
        </p>
      )}
      <FormFoot state={form.saving ? savingWords : onlyViews} notYet={notYet}>
        <CommandButton
          command="viewing.role"
          given={{ input: { role: role.roleID } }}
          notYet={form.dirty ? "Save or cancel your changes first." : null}
        >
          View as {role.roleName}
        </CommandButton>
        <CommandButton command="roles.reset" notYet={closed ?? isDefault}>
          Reset to default
        </CommandButton>
        <CommandButton command="roles.cancel" notYet={unedited}>
          Cancel Changes
        </CommandButton>
      </FormFoot>
      {asking ? (
        <ConfirmDialog
          title={`Reset ${role.roleName} to its default permissions?`}
          onYes={() => {
            setAsking(false)
            void form.reset()
          }}
          onNo={() => setAsking(false)}
        >
          <p>{touchedWords(role)}</p>
        </ConfirmDialog>
      ) : null}
    </CommandForm>
  )
}
