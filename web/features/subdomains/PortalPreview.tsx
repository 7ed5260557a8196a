import { useQuery } from "@tanstack/react-query"
import type { Portal } from "#core/subdomains/Portal.ts"
import { failureText } from "#web/app/failures.ts"
import { portalQuery } from "./subdomainQueries.ts"

type PortalFacility = Portal["facilities"][number]

/** Most facilities in the preview; the portal has all of them. */
const mostShown = 5

const addressOf = ({ street, city, state, zip }: PortalFacility): string =>
  [street, city, `${state} ${zip}`.trim()].filter((part) => part !== "").join(", ")

const Shown = ({ portal }: { readonly portal: Portal }) => {
  const { displayName, logo, facilities } = portal
  const more = facilities.length - mostShown
  return (
    <>
      {logo === null ? null : <img src={logo} alt="" />}
      <h3>{displayName}</h3>
      {facilities.length === 0 ? <p className="muted">No active facilities.</p> : null}
      <ul>
        {facilities.slice(0, mostShown).map((facility, at) => (
          <li key={at}>
            <strong>{facility.name}</strong>
            <span className="muted">{addressOf(facility)}</span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="muted">and {more} more</p> : null}
    </>
  )
}

/** Public view of the portal as saved. */
export const PortalPreview = ({ subdomainUrl }: { readonly subdomainUrl: string }) => {
  const { data, error } = useQuery(portalQuery(subdomainUrl))
  return (
    <section className="portal-preview" aria-label="Preview of the saved portal">
      <h2>Preview of the saved portal</h2>
      {data === undefined ? (
        <p className="muted">{error === null ? "Loading…" : failureText(error)}</p>
      ) : (
        <Shown portal={data} />
      )}
    </section>
  )
}
