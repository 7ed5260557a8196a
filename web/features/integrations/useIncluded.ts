import { featureRefusal } from "#core/auth/accessRules.ts"
import { Feature } from "#core/companies/features.ts"
import { useSignedInUser } from "#web/app/Session.ts"

/** Whether the plan has API keys and webhooks; a screen that it no longer has keeps what it shows and asks for nothing. */
export const useIncluded = (): boolean => featureRefusal(useSignedInUser(), Feature.id.IntegrationAPI) === null
