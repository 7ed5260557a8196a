import "./subdomains.css"
import { useQuery } from "@tanstack/react-query"
import { Link, useCanGoBack, useRouter } from "@tanstack/react-router"
import { useState } from "react"
import { words } from "#core/api/problem.ts"
import { featureRefusal } from "#core/auth/accessRules.ts"
import type { SubdomainId } from "#core/base/ids.ts"
import { Feature } from "#core/companies/features.ts"
import { newSubdomain } from "#core/navigation/subdomainPath.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { SubdomainNotFound } from "#core/subdomains/SubdomainErrors.ts"
import { failureText } from "#web/app/failures.ts"
import { installation } from "#web/app/installation.ts"
import { isPlainClick } from "#web/app/isPlainClick.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useTitle } from "#web/app/useTitle.ts"
import { FeatureGate } from "#web/ui/FeatureGate.tsx"
import { ScreenLoading } from "#web/ui/ScreenLoading.tsx"
import { SubdomainForm } from "./SubdomainForm.tsx"
import { subdomainsQuery } from "./subdomainQueries.ts"

/** Back one page, or to the list if the previous page isn't part of this console (002 §2). */
const BackToSubdomains = () => {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <Link
      to={routeOf("settings.subdomains").path}
      data-command="go.settings.subdomains"
      className="back-link"
      onClick={(event) => {
        if (!canGoBack || !isPlainClick(event)) return
        event.preventDefault()
        router.history.back()
      }}
    >
      Back to Subdomains
    </Link>
  )
}

interface SubdomainScreenProps {
  /** An ID, or null for a new one. */
  readonly id: SubdomainId | null
}

/** /settings/overlock/{overlockId} */
export const SubdomainScreen = ({ id }: SubdomainScreenProps) => {
  const user = useSignedInUser()
  const refusal = featureRefusal(user, Feature.id.Subdomains)
  const { data, error } = useQuery({ ...subdomainsQuery(), enabled: refusal === null })
  /** The subdomain this form created. Keep the form mounted after the URL gets its ID. */
  const [adopted, setAdopted] = useState<SubdomainId | null>(null)
  const subdomain = data?.find((each) => each.id === id)
  useTitle(id === null ? "Add Subdomain" : (subdomain?.displayName ?? "Edit Subdomain"))
  const isNewForm = id === null || id === adopted
  const content = () => {
    if (isNewForm || subdomain !== undefined || refusal !== null) {
      return (
        <FeatureGate feature={Feature.id.Subdomains} title="Subdomains" video={installation.subdomainsVideo}>
          <SubdomainForm key={isNewForm ? newSubdomain : id} subdomain={subdomain ?? null} onAdopted={setAdopted} />
        </FeatureGate>
      )
    }
    if (data === undefined && error === null) return <ScreenLoading />
    const gone = words(new SubdomainNotFound({ data: { subdomain: String(id) } }))
    return <p role="alert">{error === null ? `${gone.error} ${gone.next}` : failureText(error)}</p>
  }
  return (
    <>
      <BackToSubdomains />
      <h1>{id === null ? "Add Subdomain" : "Edit Subdomain"}</h1>
      {content()}
    </>
  )
}
