import type { ApiKey, ApiKeyWithSecret } from "#core/apikeys/ApiKey.ts"
import type { Webhook, WebhookWithSecret } from "#core/webhooks/Webhook.ts"
import type { FreshSecret } from "./freshSecret.ts"

// Instants as the contract has them are in the order of their texts.
const keySince = ({ secretSince }: ApiKey): string => secretSince ?? ""
/** Each rotation of a webhook sets another end of the secret before it. */
const webhookSince = ({ oldSecretUntil }: Webhook): string => oldSecretUntil ?? ""

/** The secret of a key as an answer has it. */
export const freshKey = (key: ApiKeyWithSecret): FreshSecret => ({
  secret: key.secret,
  old: key.oldSecret,
  since: keySince(key)
})

/** The secret of a webhook as an answer has it. */
export const freshWebhook = (webhook: WebhookWithSecret): FreshSecret => ({
  secret: webhook.secret,
  old: null,
  since: webhookSince(webhook)
})

/** A secret while it is the current one of its key: somebody else may have rotated it since. */
export const currentOfKey = (key: ApiKey, fresh: FreshSecret | null): FreshSecret | null =>
  fresh !== null && fresh.since >= keySince(key) ? fresh : null

/** A secret while it is the current one of its webhook. */
export const currentOfWebhook = (webhook: Webhook, fresh: FreshSecret | null): FreshSecret | null =>
  fresh !== null && fresh.since >= webhookSince(webhook) ? fresh : null
