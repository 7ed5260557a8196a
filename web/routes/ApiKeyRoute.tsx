import { useParams } from "@tanstack/react-router"
import { Feature } from "#core/companies/features.ts"
import { ApiKeyForm } from "#web/features/integrations/ApiKeyForm.tsx"
import { ApiKeyScreen, BackToKeys } from "#web/features/integrations/ApiKeyScreen.tsx"
import { Gated } from "#web/features/integrations/Gated.tsx"
import { NotFoundScreen } from "#web/ui/NotFoundScreen.tsx"

/** /integrations/api_setting/{sid}: 'create', or the id of a key */
export const ApiKeyRoute = () => {
  const { sid = "" } = useParams({ strict: false }) as { readonly sid?: string }
  const isNew = sid === "create"
  if (!isNew && !/^[1-9]\d{0,9}$/.test(sid)) return <NotFoundScreen />
  const form = <ApiKeyForm kept={null} />
  return (
    <>
      <BackToKeys />
      <h1>{isNew ? "Create API Key" : "Edit API Key"}</h1>
      <Gated feature={Feature.id.IntegrationAPI} title="API Settings" preview={form}>
        {isNew ? form : <ApiKeyScreen key={sid} id={Number(sid)} />}
      </Gated>
    </>
  )
}
