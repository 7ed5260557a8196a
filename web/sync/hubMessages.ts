import type { HubConnection } from "@microsoft/signalr"
import { Option, Schema } from "effect"
import { now } from "#web/app/clock.ts"
import { NoticeId } from "#core/notices/Notice.ts"
import { hubEvents, type HubEventName, hubNotices, type Topic } from "#core/live/LiveEvent.ts"
import type { NoticeKind, ServerNotice } from "#web/app/notices.ts"

/** Who hears what the hub says. */
export interface HubHearers {
  /** Something of a topic has changed; `ids` where the event names them. */
  readonly changed: (topic: Topic, facts: unknown) => void
  readonly notice: (notice: ServerNotice) => void
}

const notices: Readonly<Record<(typeof hubNotices)[number], NoticeKind>> = {
  notifySuccess: "success",
  notifyWarning: "warning"
}

/** What the hub says of a notice. */
const Pushed = Schema.Struct({
  noticeID: NoticeId,
  message: Schema.String,
  next: Schema.optionalKey(Schema.String),
  path: Schema.optionalKey(Schema.String),
  companyID: Schema.optionalKey(Schema.Int)
})
const decode = Schema.decodeUnknownOption(Pushed)

/** Hears everything that the hub tells (000 §4, §7; 002 §4). */
export const hear = (connection: Pick<HubConnection, "on">, hearers: HubHearers): void => {
  for (const name of Object.keys(hubEvents) as ReadonlyArray<HubEventName>) {
    connection.on(name, (facts: unknown) => hearers.changed(hubEvents[name], facts))
  }
  for (const name of hubNotices) {
    connection.on(name, (said: unknown) => {
      const pushed = Option.getOrNull(decode(said))
      if (pushed === null) return
      const { message: text, ...facts } = pushed
      hearers.notice({ ...facts, kind: notices[name], text, time: now() })
    })
  }
}
