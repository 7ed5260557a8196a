import { useQuery } from "@tanstack/react-query"
import { olderSecretEnds } from "#core/apikeys/apiKeyRules.ts"
import { olderWebhookSecretEnds } from "#core/webhooks/webhookRules.ts"
import { apiKeysQuery, webhooksQuery } from "#web/app/integrationQueries.ts"
import { dateTime } from "#web/app/times.ts"

interface OlderSecretProps {
  /** The rotation the palette is about to run. */
  readonly command: string
  readonly id: unknown
}

/** What a rotation from the palette does to the previous secret. Empty if there is none. */
export const OlderSecret = ({ command, id }: OlderSecretProps) => {
  const isKey = command.startsWith("apiKeys.")
  const keys = useQuery({ ...apiKeysQuery(), enabled: isKey })
  const hooks = useQuery({ ...webhooksQuery(), enabled: !isKey, refetchInterval: false })
  const all = isKey ? keys.data?.data : hooks.data
  const until = all?.find((each) => each.id === id)?.oldSecretUntil ?? null
  const end = isKey ? olderSecretEnds : olderWebhookSecretEnds
  return (
    <p className={until === null ? "hidden" : "palette-body"} role="status">
      {until === null ? "" : end(dateTime(until))}
    </p>
  )
}
