import { apiKeyAreas, keyLevel } from "#core/apikeys/apiKeyRules.ts"
import { accessLevel } from "#core/auth/accessRules.ts"
import { AccessLevel, Area, type Permissions } from "#core/auth/permissions.ts"
import { useSignedInUser } from "#web/app/Session.ts"

interface KeyAreasProps {
  readonly areas: Permissions
  readonly onChange: (areas: Permissions) => void
  readonly disabled: boolean
}

/** A key's access level in each area, at most that of the user who creates it. */
export const KeyAreas = ({ areas, onChange, disabled }: KeyAreasProps) => {
  const user = useSignedInUser()
  return (
    <div className="key-areas">
      {apiKeyAreas.map((area) => (
        <label key={area}>
          {Area.label(area)}
          <select
            className="select"
            value={keyLevel(areas, area)}
            disabled={disabled}
            onChange={({ target }) => {
              const level = Number(target.value)
              if (AccessLevel.isId(level)) onChange({ ...areas, [String(area)]: { accessLevel: level } })
            }}
          >
            {AccessLevel.rows
              .filter(({ id }) => id <= Math.max(accessLevel(user, area), keyLevel(areas, area)))
              .map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
          </select>
        </label>
      ))}
    </div>
  )
}
