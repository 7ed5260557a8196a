import "./companies.css"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import type { ListedCompany } from "#core/acting/CompanyAccount.ts"
import { companyPath, newCompany } from "#core/navigation/companyPath.ts"
import { center } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { Grid } from "#web/grid/Grid.tsx"
import type { GridQuery } from "#web/grid/GridQuery.ts"
import { useArrayRows } from "#web/grid/useArrayRows.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { listedCompaniesQuery } from "./accountQueries.ts"
import { companyCard, companyColumns, companyPeek } from "./companyColumns.tsx"

const idOf = ({ companyID }: ListedCompany): number => companyID
const nameOf = ({ companyName }: ListedCompany): string => companyName

const hint = ({ search, filters }: GridQuery): string =>
  search === "" && Object.keys(filters).length === 0
    ? "No companies yet. Add one."
    : "No companies match your search and filters."

/** /companies: the companies on this server, by name. */
export const CompanyList = () => {
  const navigate = useNavigate()
  const { data, error } = useQuery(listedCompaniesQuery())
  const source = useArrayRows({ items: data, idOf, columns: companyColumns, error })
  useCommands({
    scope: "lists",
    handlers: {
      "companies.new": () => void navigate({ href: companyPath(newCompany) }),
      "list.create": () => void center.perform("companies.new")
    }
  })
  return (
    <Grid
      at="/signed-in/companies"
      list="companies"
      label="Companies"
      nouns={["company", "companies"]}
      columns={companyColumns}
      source={source}
      card={companyCard}
      nameOf={nameOf}
      peek={companyPeek}
      onOpen={(company: ListedCompany) => void navigate({ href: companyPath(company.companyID) })}
      searchLabel="Search Company Name or ID"
      firstCount={50}
      hint={hint}
      more={<CommandButton command="companies.new" keysOf="list.create" look="primary" />}
    />
  )
}
