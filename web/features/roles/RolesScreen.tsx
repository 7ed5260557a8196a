import "./roles.css"
import { useQuery } from "@tanstack/react-query"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { Feature } from "#core/companies/features.ts"
import { differences, type RolePermissions } from "#core/roles/RolePermissions.ts"
import { mayLoseTyped } from "#web/app/unsaved.ts"
import { useSearchValue } from "#web/app/useSearchValue.ts"
import { FeatureGate } from "#web/ui/FeatureGate.tsx"
import { Loaded } from "#web/ui/Loaded.tsx"
import { SelectField } from "#web/ui/SelectField.tsx"
import { RoleForm } from "./RoleForm.tsx"
import { rolesQuery } from "./rolesQuery.ts"

const choiceOf = (role: RolePermissions) => {
  const changed = differences(role).length
  return { value: role.roleID, label: changed === 0 ? role.roleName : `${role.roleName} (${changed} changed)` }
}

/** Permissions of each role, editable if the plan allows it (000 §6; DECISIONS, Tiers). */
export const RolesScreen = () => {
  const query = useQuery(rolesQuery())
  return (
    <FeatureGate feature={Feature.id.CustomRoles} title="Roles & permissions">
      <Loaded query={query}>{(roles) => <Roles roles={roles} />}</Loaded>
    </FeatureGate>
  )
}

const Roles = ({ roles }: { readonly roles: ReadonlyArray<RolePermissions> }) => {
  const [shown, setShown] = useSearchValue("/signed-in/team/roles", "role")
  const role = roles.find(({ roleID }) => roleID === shown) ?? roles.find(({ roleID }) => roleID === Role.id.Admin)
  if (role === undefined) return null
  const choose = async (roleID: RoleId): Promise<void> => {
    if (await mayLoseTyped()) setShown(roleID)
  }
  return (
    <div className="roles">
      <SelectField
        label="Role"
        name="role"
        value={role.roleID}
        choices={roles.map(choiceOf)}
        onChoose={(value) => void choose(value)}
      />
      <RoleForm key={role.roleID} role={role} roles={roles} />
    </div>
  )
}
