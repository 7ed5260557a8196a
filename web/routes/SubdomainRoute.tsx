import { useParams } from "@tanstack/react-router"
import { newSubdomain } from "#core/navigation/subdomainPath.ts"
import { SubdomainScreen } from "#web/features/subdomains/SubdomainScreen.tsx"
import { NotFoundScreen } from "#web/ui/NotFoundScreen.tsx"

/** /settings/overlock/{overlockId} */
export const SubdomainRoute = () => {
  const { overlockId = "" } = useParams({ strict: false }) as { readonly overlockId?: string }
  const isNew = overlockId.toLowerCase() === newSubdomain
  if (!isNew && !/^[1-9]\d{0,9}$/.test(overlockId)) return <NotFoundScreen />
  return <SubdomainScreen id={isNew ? null : Number(overlockId)} />
}
