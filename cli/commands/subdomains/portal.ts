import { showPortal } from "#core/commands/subdomainCommands.ts"
import type { Portal } from "#core/subdomains/Portal.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import type { Column } from "#cli/output/table.ts"

const portalFacts: ReadonlyArray<Column<Portal>> = [
  { heading: "Display Name", text: ({ displayName }) => displayName },
  { heading: "Subdomain URL", text: ({ subdomainUrl }) => subdomainUrl },
  { heading: "Logo", text: ({ logo }) => logo ?? "" },
  { heading: "Facilities", text: ({ facilities }) => facilities.map(({ name }) => name).join(", ") }
]

export const verb = callVerb(showPortal, ({ data }) => shownRecord(data, portalFacts))
