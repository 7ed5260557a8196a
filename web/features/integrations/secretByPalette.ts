import type { ApiKeyWithSecret } from "#core/apikeys/ApiKey.ts"
import type { WebhookWithSecret } from "#core/webhooks/Webhook.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { center } from "#web/app/CommandCenter.ts"
import { toast } from "#web/app/notices.ts"
import { askToShow, keepFreshSecret, rotateOnce, stillRotating } from "./freshSecret.ts"
import { freshKey, freshWebhook } from "./freshOf.ts"

/**
 * Runs a command that returns a secret, and opens the screen that shows it, because the palette shows none. Returns
 * null if nothing ran: the screen asks for a password first, or a rotation is in progress.
 */
export const secretByPalette = async <A>(command: string, id: number, work: () => Promise<A>): Promise<A | null> => {
  const isKey = command.startsWith("apiKeys.")
  const owner = isKey ? (`apiKey ${id}` as const) : (`webhook ${id}` as const)
  const open = (): void =>
    void (isKey ? center.perform("apiKeys.edit", { input: { id } }) : center.perform("webhooks.list"))
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
