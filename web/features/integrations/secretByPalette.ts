import type { ApiKeyWithSecret } from "#core/apikeys/ApiKey.ts"
import { ApiKeyId, mustBeIdIn, WebhookId } from "#core/base/ids.ts"
import type { WebhookWithSecret } from "#core/webhooks/Webhook.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { center } from "#web/app/CommandCenter.ts"
import { toast } from "#web/app/notices.ts"
import { askToShow, keepFreshSecret, type Owner, rotateOnce, stillRotating } from "./freshSecret.ts"
import { freshKey, freshWebhook } from "./freshOf.ts"

/**
 * Runs a command that returns a secret, and opens the screen that shows it, because the palette shows none. Returns
 * null if nothing ran: the screen asks for a password first, or a rotation is in progress.
 */
export const secretByPalette = async <A>(command: string, id: unknown, work: () => Promise<A>): Promise<A | null> => {
  const keyID = command.startsWith("apiKeys.") ? mustBeIdIn(ApiKeyId, String(id)) : null
  const owner: Owner = keyID === null ? `webhook ${mustBeIdIn(WebhookId, String(id))}` : `apiKey ${keyID}`
  const open = (): void =>
    void (keyID === null ? center.perform("webhooks.list") : center.perform("apiKeys.edit", { input: { id: keyID } }))
  let answer: A | null = null
  const made = async (): Promise<void> => {
    answer = await work()
    const { data } = answer as { readonly data: ApiKeyWithSecret | WebhookWithSecret }
    keepFreshSecret(owner, "oldSecret" in data ? freshKey(data) : freshWebhook(data))
  }
  try {
    if (!command.endsWith(".rotate")) await made()
    else if (!(await rotateOnce(owner, made))) toast("info", stillRotating)
  } catch (failure) {
    if (!(failure instanceof CallFailure) || failure.problem?._tag !== "PasswordNotShown") throw failure
    askToShow(owner)
  }
  open()
  return answer
}
