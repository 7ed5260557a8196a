import "./companies.css"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { CompanyId } from "#core/base/ids.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { failureText } from "#web/app/failures.ts"
import { useTitle } from "#web/app/useTitle.ts"
import { ScreenLoading } from "#web/ui/ScreenLoading.tsx"
import { AccountForm } from "./AccountForm.tsx"
import { accountQuery } from "./accountQueries.ts"
import { NewCompanyForm } from "./NewCompanyForm.tsx"
import { SubscriptionPart } from "./SubscriptionPart.tsx"

/** /companies/{id}. Without an ID it adds a company. */
export const CompanyScreen = ({ id }: { readonly id: CompanyId | null }) => (
  <>
    <Link to={routeOf("companies").path} data-command="go.companies" className="back-link">
      Back to Companies
    </Link>
    {id === null ? <NewCompany /> : <KnownCompany id={id} />}
  </>
)

const NewCompany = () => {
  useTitle("Add Company")
  return (
    <>
      <h1>Add Company</h1>
      <NewCompanyForm />
    </>
  )
}

const KnownCompany = ({ id }: { readonly id: CompanyId }) => {
  const { data, error } = useQuery(accountQuery(id))
  useTitle(data?.companyName ?? "Company")
  return (
    <>
      <h1>{data?.companyName ?? "Company"}</h1>
      {data !== undefined ? (
        <>
          <SubscriptionPart account={data} />
          <AccountForm account={data} />
        </>
      ) : error === null ? (
        <ScreenLoading />
      ) : (
        <p role="alert">{failureText(error)}</p>
      )}
    </>
  )
}
