import { useQuery } from "@tanstack/react-query"
import { RevealNotificationPreference } from "#core/automations/messages.ts"
import { failureText } from "#web/app/failures.ts"
import { naturally } from "#web/app/naturally.ts"
import { usersQuery } from "#web/app/placeQueries.ts"
import { LateLoading } from "#web/ui/LateLoading.tsx"
import type { PartProps } from "./formParts.ts"

/** An email address that wraps before its @ first. */
const breakable = (email: string) => {
  const at = email.lastIndexOf("@")
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}

/** Who is notified when a combination of this facility is revealed, and how. */
export const NotificationPart = ({ form: { values, change } }: PartProps) => {
  const { data, error } = useQuery(usersQuery())
  const users = (data ?? [])
    .filter(({ status, userID }) => status || values.notifications[userID] !== undefined)
    .toSorted((a, b) => naturally(a.name, b.name))
  if (data === undefined) {
    return error === null ? (
      <LateLoading />
    ) : (
      <p role="alert" className="facility-wide">
        {failureText(error)}
      </p>
    )
  }
  return (
    <div className="facility-notices">
      <p className="muted">
        Email these people when a combination is revealed. Text messages are not available yet, so people with SMS get
        nothing.
      </p>
      <table className="notice-table">
        <thead>
          <tr>
            <th scope="col">User</th>
            <th scope="col">Notification</th>
          </tr>
        </thead>
        <tbody>
          {users.map(({ userID, name, email }) => (
            <tr key={userID}>
              <th scope="row">
                {name} <span className="muted">{breakable(email)}</span>
              </th>
              <td>
                <select
                  className="select"
                  aria-label={`Notification for ${name}`}
                  value={values.notifications[userID] ?? 0}
                  onChange={(event) => {
                    const chosen = Number(event.target.value)
                    if (!RevealNotificationPreference.isId(chosen)) return
                    change({ notifications: { ...values.notifications, [userID]: chosen } })
                  }}
                >
                  {RevealNotificationPreference.rows.map(({ id, label }) => (
                    <option key={id} value={id}>
                      {label}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
