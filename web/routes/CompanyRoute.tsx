import { useParams } from "@tanstack/react-router"
import { newCompany } from "#core/navigation/companyPath.ts"
import { CompanyScreen } from "#web/features/companies/CompanyScreen.tsx"
import { NotFoundScreen } from "#web/ui/NotFoundScreen.tsx"

/** /companies/{id}: 'create' is a new company. */
export const CompanyRoute = () => {
  const { id = "" } = useParams({ strict: false }) as { readonly id?: string }
  if (id.toLowerCase() === newCompany) return <CompanyScreen key={newCompany} id={null} />
  if (!/^[1-9]\d{0,9}$/.test(id) || Number(id) > 2_147_483_647) return <NotFoundScreen />
  return <CompanyScreen key={id} id={Number(id)} />
}
