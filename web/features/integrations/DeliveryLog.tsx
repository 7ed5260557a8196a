import { useQuery } from "@tanstack/react-query"
import { countOf } from "#core/base/countOf.ts"
import type { WebhookId } from "#core/base/ids.ts"
import type { Delivery } from "#core/webhooks/Webhook.ts"
import { failureText } from "#web/app/failures.ts"
import { logTime } from "#web/app/times.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { LateLoading } from "#web/ui/LateLoading.tsx"
import { deliveriesQuery } from "./deliveriesQuery.ts"
import { useIncluded } from "./useIncluded.ts"

const stateText = ({ state, attempts, nextOn }: Delivery, active: boolean): string => {
  if (state === "sent") return attempts === 1 ? "Delivered" : `Delivered after ${countOf(attempts, "attempt")}`
  if (state === "failed") return `Failed after ${countOf(attempts, "attempt")}`
  if (!active) return "Waiting until the webhook is resumed"
  return nextOn === null || attempts === 0 ? "Waiting" : `Next attempt ${logTime(nextOn)} UTC`
}

/** The newest messages of a webhook: the outcome of each, and a button to send it again. */
export const DeliveryLog = ({ id, active }: { readonly id: WebhookId; readonly active: boolean }) => {
  const { data, error } = useQuery({ ...deliveriesQuery(id), enabled: useIncluded() })
  if (data === undefined) return error === null ? <LateLoading /> : <p role="alert">{failureText(error)}</p>
  if (data.length === 0) return <p className="muted">No messages yet. Send a test message to try the endpoint.</p>
  return (
    <ul className="hook-log" aria-label={`Messages of webhook ${id}`}>
      {data.map((message) => (
        <li key={message.deliveryID}>
          <p>
            <strong>{message.type}</strong> <span className="muted">{logTime(message.createdOn)} UTC</span>
          </p>
          <p>
            {message.failure === null ? null : <span className="muted">{message.failure} </span>}
            {stateText(message, active)}
          </p>
          <CommandButton
            command="webhooks.replay"
            given={{ input: { id: message.deliveryID } }}
            label={`Send again: message ${message.deliveryID}`}
          >
            Send again
          </CommandButton>
        </li>
      ))}
    </ul>
  )
}
