import { subdomainLabels } from "#core/subdomains/subdomainRules.ts"
import { countOf } from "#core/base/countOf.ts"
import { logoPath } from "#core/subdomains/logoRules.ts"
import type { Subdomain } from "#core/subdomains/Subdomain.ts"
import type { GridColumn } from "#web/grid/GridColumn.ts"
import { Facts } from "#web/ui/Facts.tsx"

const Logo = ({ logo }: Subdomain) =>
  logo === null ? <span className="muted">None</span> : <img className="subdomain-mark" src={logoPath(logo)} alt="" />

/** Columns of the list (002 §2 doesn't specify them). */
export const subdomainColumns: ReadonlyArray<GridColumn<Subdomain>> = [
  {
    id: "displayName",
    title: subdomainLabels.displayName,
    width: 180,
    grow: 1.4,
    value: ({ displayName }) => displayName,
    searched: true,
    hideable: false
  },
  {
    id: "subdomainUrl",
    title: subdomainLabels.subdomainUrl,
    width: 160,
    value: ({ subdomainUrl }) => subdomainUrl,
    searched: true
  },
  {
    id: "facilities",
    title: "Facilities",
    width: 110,
    grow: 0,
    kind: "number",
    value: ({ facilityIDs }) => facilityIDs.length
  },
  {
    id: "logo",
    title: "Logo",
    width: 90,
    grow: 0,
    value: ({ logo }) => (logo === null ? "None" : "Uploaded"),
    kind: "choice",
    choices: ["None", "Uploaded"].map((value) => ({ value, label: value })),
    cell: Logo
  }
]

const facilitiesText = ({ facilityIDs: { length } }: Subdomain): string => countOf(length, "facility", "facilities")

/** A subdomain on a narrow screen without columns. */
export const subdomainCard = (subdomain: Subdomain) => (
  <>
    <p>
      <strong>{subdomain.displayName}</strong>
      <span className="muted">{facilitiesText(subdomain)}</span>
    </p>
    <p className="muted">{subdomain.subdomainUrl}</p>
  </>
)

/** Details of a subdomain shown without leaving the list. */
export const subdomainPeek = (subdomain: Subdomain) => (
  <Facts
    facts={{
      "Subdomain ID": subdomain.id,
      [subdomainLabels.subdomainUrl]: subdomain.subdomainUrl,
      Facilities: facilitiesText(subdomain),
      Logo: subdomain.logo === null ? "None" : "Uploaded"
    }}
  />
)
