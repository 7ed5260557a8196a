import { countText } from "#core/base/countText.ts"
import type { Webhook } from "#core/webhooks/Webhook.ts"
import { webhookEvents } from "#core/webhooks/webhookEvents.ts"
import { logTime } from "#web/app/times.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { DeliveryLog } from "./DeliveryLog.tsx"
import { stillRotating } from "./freshSecret.ts"

interface WebhookCardProps {
  readonly webhook: Webhook
  /** The secret, if the webhook was just added or rotated. */
  readonly secret: string | null
  /** A rotation is in progress. */
  readonly rotating: boolean
  readonly open: boolean
}

const stateText = ({ isActive, stopped, waiting, failed }: Webhook): string => {
  const state = isActive ? "Active" : stopped === "gone" ? "Stopped: the endpoint answered 410" : "Paused"
  return [
    state,
    ...(waiting === 0 ? [] : [`${countText(waiting)} waiting`]),
    ...(failed === 0 ? [] : [`${countText(failed)} failed in the last 7 days`])
  ].join(" · ")
}

/** One webhook: URL, events, status and actions. */
export const WebhookCard = ({ webhook, secret, rotating, open }: WebhookCardProps) => {
  const { id, url, events, isActive, oldSecretUntil } = webhook
  const given = { input: { id } }
  return (
    <section className="card hook" aria-label={`Webhook ${id}`}>
      <p className="hook-url">
        <strong>{url}</strong>
      </p>
      <p className="muted">
        {webhookEvents
          .filter(({ type }) => events.includes(type))
          .map(({ label }) => label)
          .join(", ")}
      </p>
      <p role="status">{stateText(webhook)}</p>
      {secret === null ? null : (
        <p className="hook-secret">
          <span>Secret. Copy it now: it is not shown again.</span>
          <code>{secret}</code>
          <CommandButton command="webhooks.copySecret" given={given}>
            Copy Secret
          </CommandButton>
          <CommandButton command="webhooks.hideSecret" given={given}>
            Dismiss
          </CommandButton>
        </p>
      )}
      {oldSecretUntil === null ? null : (
        <p className="muted">Messages are signed with the old secret too until {logTime(oldSecretUntil)} UTC.</p>
      )}
      <p className="key-more">
        <CommandButton command="webhooks.test" given={given}>
          Send Test
        </CommandButton>
        <CommandButton command="webhooks.tail" given={given}>
          {open ? "Hide Messages" : "Show Messages"}
        </CommandButton>
        <CommandButton command="webhooks.change" given={given}>
          Edit
        </CommandButton>
        <CommandButton command="webhooks.edit" given={{ input: { id, active: isActive ? "no" : "yes" } }}>
          {isActive ? "Pause" : "Resume"}
        </CommandButton>
        <CommandButton command="webhooks.rotate" given={given} notYet={rotating ? stillRotating : null}>
          {rotating ? "Rotating…" : "Rotate Secret"}
        </CommandButton>
        <CommandButton command="webhooks.remove" given={given}>
          Remove
        </CommandButton>
      </p>
      {open ? <DeliveryLog id={id} active={isActive} /> : null}
    </section>
  )
}
