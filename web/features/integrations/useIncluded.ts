import { featureRefusal } from "#core/auth/accessRules.ts"
import { Feature } from "#core/companies/features.ts"
import { useSignedInUser } from "#web/app/Session.ts"

/**
 * Whether the plan has API keys and webhooks. If the plan loses them, open screens keep their data but make no
 * requests.
 */
export const useIncluded = (): boolean => featureRefusal(useSignedInUser(), Feature.id.IntegrationAPI) === null
