import type { ApiKey, ApiKeyWithSecret } from "#core/apikeys/ApiKey.ts"
import type { Webhook, WebhookWithSecret } from "#core/webhooks/Webhook.ts"
import type { FreshSecret } from "./freshSecret.ts"

// The API's ISO timestamps sort as text.
const keySince = ({ secretSince }: ApiKey): string => secretSince ?? ""
/** Each rotation of a webhook sets a new end for the previous secret. */
const webhookSince = ({ oldSecretUntil }: Webhook): string => oldSecretUntil ?? ""

/** The secret in an API key response. */
export const freshKey = (key: ApiKeyWithSecret): FreshSecret => ({
  secret: key.secret,
  old: key.oldSecret,
  since: keySince(key)
})

/** The secret in a webhook response. */
export const freshWebhook = (webhook: WebhookWithSecret): FreshSecret => ({
  secret: webhook.secret,
  old: null,
  since: webhookSince(webhook)
})

/** The secret if it is still the key's current one; someone else may have rotated it since. */
export const currentOfKey = (key: ApiKey, fresh: FreshSecret | null): FreshSecret | null =>
  fresh !== null && fresh.since >= keySince(key) ? fresh : null

/** The secret if it is still the webhook's current one. */
export const currentOfWebhook = (webhook: Webhook, fresh: FreshSecret | null): FreshSecret | null =>
  fresh !== null && fresh.since >= webhookSince(webhook) ? fresh : null
