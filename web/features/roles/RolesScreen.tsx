import "./roles.css"
import { useQuery } from "@tanstack/react-query"
import { words } from "#core/api/problem.ts"
import { featureRefusal } from "#core/auth/accessRules.ts"
import { Role } from "#core/auth/roles.ts"
import { Feature, FeatureAccess } from "#core/companies/features.ts"
import { differences, type RolePermissions } from "#core/roles/RolePermissions.ts"
import { failureText } from "#web/app/failures.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { mayLoseTyped } from "#web/app/unsaved.ts"
import { useSearchValue } from "#web/app/useSearchValue.ts"
import { LateLoading } from "#web/ui/LateLoading.tsx"
import { SelectField } from "#web/ui/SelectField.tsx"
import { UpgradePrompt } from "#web/ui/UpgradePrompt.tsx"
import { RoleForm } from "./RoleForm.tsx"
import { rolesQuery } from "./rolesQuery.ts"

const choiceOf = (role: RolePermissions) => {
  const changed = differences(role).length
  return { value: role.roleID, label: changed === 0 ? role.roleName : `${role.roleName} (${changed} changed)` }
}

/** Permissions of each role, editable if the plan allows it (000 §6; DECISIONS, Tiers). */
export const RolesScreen = () => {
  const user = useSignedInUser()
  const { data, error } = useQuery(rolesQuery())
  const [shown, setShown] = useSearchValue("/signed-in/team/roles", "role")
  const refusal = featureRefusal(user, Feature.id.CustomRoles)
  if (refusal?.data.access === FeatureAccess.id.Off) {
    const said = words(refusal)
    return (
      <p role="note">
        {said.error} {said.next}
      </p>
    )
  }
  if (data === undefined) {
    if (error === null) return <LateLoading />
    return <p role="alert">{failureText(error)}</p>
  }
  const role = data.find(({ roleID }) => roleID === shown) ?? data.find(({ roleID }) => roleID === Role.id.Admin)
  if (role === undefined) return null
  const choose = async (roleID: number): Promise<void> => {
    if (await mayLoseTyped()) setShown(roleID)
  }
  return (
    <UpgradePrompt feature={Feature.id.CustomRoles} title="Roles & permissions">
      <div className="roles">
        <SelectField
          label="Role"
          name="role"
          value={role.roleID}
          choices={data.map(choiceOf)}
          onChoose={(value) => void choose(value)}
        />
        <RoleForm key={role.roleID} role={role} roles={data} />
      </div>
    </UpgradePrompt>
  )
}
