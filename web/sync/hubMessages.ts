import type { HubConnection } from "@microsoft/signalr"
import { Option, Schema } from "effect"
import { CompanyId, NoticeId } from "#core/base/ids.ts"
import { now } from "#web/app/clock.ts"
import { hubEvents, type HubEventName, hubNotices, type Topic } from "#core/live/LiveEvent.ts"
import type { NoticeKind, ServerNotice } from "#web/app/notices.ts"

/** Listeners for hub messages. */
export interface HubListeners {
  /** Data of a topic has changed; `facts` has the IDs if the event names them. */
  readonly changed: (topic: Topic, facts: unknown) => void
  readonly notice: (notice: ServerNotice) => void
}

const notices: Readonly<Record<(typeof hubNotices)[number], NoticeKind>> = {
  notifySuccess: "success",
  notifyWarning: "warning"
}

/** A notification as sent by the hub. */
const Pushed = Schema.Struct({
  noticeID: NoticeId,
  message: Schema.String,
  next: Schema.optionalKey(Schema.String),
  path: Schema.optionalKey(Schema.String),
  companyID: Schema.optionalKey(CompanyId)
})
const decode = Schema.decodeUnknownOption(Pushed)

/** Subscribes to all messages of the hub (000 §4, §7; 002 §4). */
export const listen = (connection: Pick<HubConnection, "on">, listeners: HubListeners): void => {
  for (const name of Object.keys(hubEvents) as ReadonlyArray<HubEventName>) {
    connection.on(name, (facts: unknown) => listeners.changed(hubEvents[name], facts))
  }
  for (const name of hubNotices) {
    connection.on(name, (message: unknown) => {
      const pushed = Option.getOrNull(decode(message))
      if (pushed === null) return
      const { message: text, ...facts } = pushed
      listeners.notice({ ...facts, kind: notices[name], text, time: now() })
    })
  }
}
