import { getRouteApi } from "@tanstack/react-router"
import { SubdomainScreen } from "#web/features/subdomains/SubdomainScreen.tsx"

const route = getRouteApi("/signed-in/settings/overlock/$overlockId")

/** /settings/overlock/{overlockId}: 'create' is a new subdomain. */
export const SubdomainRoute = () => {
  const { overlockId } = route.useParams()
  return <SubdomainScreen id={overlockId === "create" ? null : overlockId} />
}
