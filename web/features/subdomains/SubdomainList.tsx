import "./subdomains.css"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { featureRefusal } from "#core/auth/accessRules.ts"
import { Feature } from "#core/companies/features.ts"
import { newSubdomain, subdomainPath } from "#core/navigation/subdomainPath.ts"
import type { Subdomain } from "#core/subdomains/Subdomain.ts"
import { center } from "#web/app/CommandCenter.ts"
import { installation } from "#web/app/installation.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { Grid } from "#web/grid/Grid.tsx"
import type { GridQuery } from "#web/grid/GridQuery.ts"
import { useArrayRows } from "#web/grid/useArrayRows.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { FeatureGate } from "#web/ui/FeatureGate.tsx"
import { subdomainCard, subdomainColumns, subdomainPeek } from "./subdomainColumns.tsx"
import { subdomainsQuery } from "./subdomainQueries.ts"

const idOf = ({ id }: Subdomain): number => id
const nameOf = ({ displayName }: Subdomain): string => displayName

const hint = ({ search, filters }: GridQuery): string =>
  search === "" && Object.keys(filters).length === 0
    ? "No subdomains yet. Add one."
    : "No subdomains match your search and filters."

/**
 * The company's subdomains (002 §2): content of the Overlock tab. A plan without them shows the list disabled under
 * the upgrade prompt, or a note if they aren't offered.
 */
export const SubdomainList = () => {
  const user = useSignedInUser()
  const navigate = useNavigate()
  const refusal = featureRefusal(user, Feature.id.Subdomains)
  const { data, error } = useQuery({ ...subdomainsQuery(), enabled: refusal === null })
  const loading = data === undefined && refusal === null
  const source = useArrayRows({ items: data, idOf, columns: subdomainColumns, loading, error })
  useCommands(
    {
      scope: "lists",
      handlers: {
        "subdomains.new": () => void navigate({ href: subdomainPath(newSubdomain) }),
        "list.create": () => void center.perform("subdomains.new")
      }
    },
    refusal === null
  )
  return (
    <FeatureGate feature={Feature.id.Subdomains} title="Subdomains" video={installation.subdomainsVideo}>
      <Grid
        at="/signed-in/settings/overlock"
        list="subdomains"
        label="Subdomains"
        nouns={["subdomain", "subdomains"]}
        columns={subdomainColumns}
        source={source}
        card={subdomainCard}
        nameOf={nameOf}
        peek={subdomainPeek}
        onOpen={(subdomain: Subdomain) => void navigate({ href: subdomainPath(subdomain.id) })}
        searchLabel="Search Display Name or URL"
        firstCount={50}
        hint={hint}
        more={<CommandButton command="subdomains.new" keysOf="list.create" look="primary" />}
      />
    </FeatureGate>
  )
}
