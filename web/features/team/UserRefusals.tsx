import type { RefusedUser } from "./useUserImport.ts"

/** Rows that are shown; the file of refused rows has all of them. */
const mostShown = 100

/** The rows that are refused: where, what is wrong, and what fixes it. */
export const UserRefusals = ({ refused }: { readonly refused: ReadonlyArray<RefusedUser> }) => {
  if (refused.length === 0) return null
  const shown = refused.slice(0, mostShown)
  return (
    <section className="user-refusals" aria-label="Refused rows" tabIndex={0}>
      <ul>
        {shown.map(({ issue: { row, column, error, fix } }) => (
          <li key={row}>
            <strong>
              Row {row}, {column}:
            </strong>{" "}
            {error} <span className="muted">{fix}</span>
          </li>
        ))}
      </ul>
      {refused.length > mostShown ? (
        <p className="muted">
          {mostShown} of {refused.length} refused rows. Save them to see all.
        </p>
      ) : null}
    </section>
  )
}
