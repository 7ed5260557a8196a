import "./integrations.css"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { words } from "#core/api/problem.ts"
import { ApiKeyNotFound } from "#core/apikeys/ApiKeyErrors.ts"
import type { ApiKeyId } from "#core/base/ids.ts"
import { apiKeysPath } from "#core/navigation/apiKeyPath.ts"
import { failureText } from "#web/app/failures.ts"
import { useTitle } from "#web/app/useTitle.ts"
import { ScreenLoading } from "#web/ui/ScreenLoading.tsx"
import { ApiKeyForm } from "./ApiKeyForm.tsx"
import { apiKeysQuery } from "#web/app/integrationQueries.ts"
import { SecretPanel } from "./SecretPanel.tsx"
import { useIncluded } from "./useIncluded.ts"

/** Back to the list. */
export const BackToKeys = () => (
  <Link to={apiKeysPath} data-command="go.integrations.keys" className="back-link">
    Back to API Settings
  </Link>
)

/** The form of a new API key. */
export const NewApiKeyScreen = () => {
  useTitle("Create API Key")
  return <ApiKeyForm kept={null} />
}

/** One API key: its key and secret, and its form. */
export const ApiKeyScreen = ({ id }: { readonly id: ApiKeyId }) => {
  const { data, error } = useQuery({ ...apiKeysQuery(), enabled: useIncluded() })
  const found = data?.data.find((each) => each.id === id)
  useTitle(found?.name ?? "API key")
  if (data === undefined) return error === null ? <ScreenLoading /> : <p role="alert">{failureText(error)}</p>
  if (found === undefined) {
    const { error: why, next } = words(new ApiKeyNotFound({ data: { id } }))
    return (
      <p role="alert">
        {why} {next}
      </p>
    )
  }
  return (
    <>
      <SecretPanel key={id} apiKey={found} />
      <ApiKeyForm key={`form ${id}`} kept={found} />
    </>
  )
}
