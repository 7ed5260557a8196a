import { CompanyList } from "#web/features/companies/CompanyList.tsx"

/** /companies */
export const CompaniesRoute = () => (
  <>
    <h1>Companies</h1>
    <CompanyList />
  </>
)
