import type { Delivery, Webhook, WebhookWithSecret } from "#core/webhooks/Webhook.ts"
import type { Column } from "#cli/output/table.ts"
import { timeText } from "#cli/output/timeText.ts"

const stateOf = ({ isActive, stopped }: Webhook): string =>
  isActive ? "Active" : stopped === "gone" ? "Stopped: it answered 410" : "Paused"

export const webhookColumns: ReadonlyArray<Column<Webhook>> = [
  { heading: "Webhook", text: ({ id }) => String(id), shrinks: "never" },
  { heading: "URL", text: ({ url }) => url },
  { heading: "Events", text: ({ events }) => events.join(", "), shrinks: "first" },
  { heading: "State", text: stateOf, shrinks: "never" },
  { heading: "Waiting", text: ({ waiting }) => String(waiting), shrinks: "never" },
  { heading: "Failed", text: ({ failed }) => String(failed), shrinks: "never" }
]

export const webhookSecret: ReadonlyArray<Column<WebhookWithSecret>> = [
  ...webhookColumns,
  { heading: "Secret", text: ({ secret }) => secret }
]

export const deliveryColumns: ReadonlyArray<Column<Delivery>> = [
  { heading: "Message", text: ({ deliveryID }) => String(deliveryID), shrinks: "never" },
  { heading: "When", text: ({ createdOn }) => timeText(createdOn), shrinks: "first" },
  { heading: "Event", text: ({ type }) => type, shrinks: "never" },
  { heading: "State", text: ({ state }) => state, shrinks: "never" },
  { heading: "Attempts", text: ({ attempts }) => String(attempts), shrinks: "never" },
  // A new message is sent at once.
  {
    heading: "Next attempt",
    text: ({ attempts, nextOn }) => (attempts === 0 ? "" : timeText(nextOn)),
    shrinks: "first"
  },
  { heading: "Failure", text: ({ failure }) => failure ?? "" }
]
