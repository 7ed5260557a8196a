import type { Subdomain } from "#core/subdomains/Subdomain.ts"
import type { Column } from "#cli/output/table.ts"

/** A subdomain in a table, and line by line. */
export const subdomainColumns: ReadonlyArray<Column<Subdomain>> = [
  { heading: "Id", text: ({ id }) => String(id) },
  { heading: "Display Name", text: ({ displayName }) => displayName },
  { heading: "Subdomain URL", text: ({ subdomainUrl }) => subdomainUrl },
  { heading: "Facilities", text: ({ facilityIDs }) => String(facilityIDs.length) },
  { heading: "Logo", text: ({ logo }) => logo ?? "", shrinks: "first" }
]
