import { reads, writes } from "#core/auth/Access.ts"
import { Area } from "#core/auth/permissions.ts"
import { Feature } from "#core/companies/features.ts"

/** The access for seeing webhooks, and for changing them. Users restricted to some facilities have neither. */
export const webhookReads = reads(Area.id.ApiSettings, { feature: Feature.id.IntegrationAPI })
export const webhookChanges = writes(Area.id.ApiSettings, { feature: Feature.id.IntegrationAPI })
