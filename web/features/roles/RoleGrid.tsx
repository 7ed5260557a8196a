import { AccessLevel, type AccessLevelId, Area, type AreaId } from "#core/auth/permissions.ts"
import { levelIn, type RolePermissions } from "#core/roles/RolePermissions.ts"

interface RoleGridProps {
  readonly role: RolePermissions
  readonly level: (area: AreaId) => AccessLevelId
  readonly unsaved: (area: AreaId) => boolean
  readonly disabled: boolean
  readonly onChoose: (area: AreaId, level: AccessLevelId) => void
}

/** Access levels of a role, one area per row, next to the defaults. Differences are labeled in words. */
export const RoleGrid = ({ role, level, unsaved, disabled, onChoose }: RoleGridProps) => (
  <table className="role-grid">
    <caption className="hidden">Permissions of {role.roleName}</caption>
    <thead>
      <tr>
        <th scope="col">Area</th>
        <th scope="col">Access</th>
        <th scope="col">Default</th>
      </tr>
    </thead>
    <tbody>
      {Area.rows.map(({ id, label }) => {
        const now = level(id)
        const differs = now !== levelIn(role.defaults, id)
        return (
          <tr key={id} data-differs={differs || undefined}>
            <th scope="row">
              {label}
              {unsaved(id) ? <small className="role-unsaved"> Unsaved</small> : null}
            </th>
            <td>
              <fieldset className="role-levels" disabled={disabled}>
                <legend className="hidden">{label}</legend>
                {AccessLevel.rows.map((each) => (
                  <label key={each.id} className="check">
                    <input
                      type="radio"
                      name={`area-${id}`}
                      checked={now === each.id}
                      onChange={() => onChoose(id, each.id)}
                    />
                    {each.label}
                  </label>
                ))}
              </fieldset>
            </td>
            <td>
              {AccessLevel.label(levelIn(role.defaults, id))}
              {differs ? <strong className="role-differs"> ≠ changed</strong> : null}
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)
