import { getRouteApi } from "@tanstack/react-router"
import { CompanyScreen } from "#web/features/companies/CompanyScreen.tsx"

const route = getRouteApi("/signed-in/companies/$id")

/** /companies/{id}: 'create' is a new company. */
export const CompanyRoute = () => {
  const { id } = route.useParams()
  return <CompanyScreen key={id} id={id === "create" ? null : id} />
}
