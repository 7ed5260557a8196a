import type { HubConnection } from "@microsoft/signalr"
import { Predicate } from "effect"
import { hubEvents, type HubEventName, hubNotices, type Topic } from "#core/live/LiveEvent.ts"
import type { NoticeKind } from "#web/app/notices.ts"

/** Who hears what the hub says. */
export interface HubHearers {
  /** Something of a topic has changed; `ids` where the event names them. */
  readonly changed: (topic: Topic, facts: unknown) => void
  readonly notice: (kind: NoticeKind, message: string) => void
}

const notices: Readonly<Record<(typeof hubNotices)[number], NoticeKind>> = {
  notifySuccess: "success",
  notifyWarning: "warning"
}

/** A notice is a sentence, or an object with one as `message`. */
const messageOf = (said: unknown): string => {
  const message = Predicate.hasProperty(said, "message") ? said.message : said
  return typeof message === "string" ? message : ""
}

/** Hears everything that the hub tells (000 §4, §7; 002 §4). */
export const hear = (connection: Pick<HubConnection, "on">, hearers: HubHearers): void => {
  for (const name of Object.keys(hubEvents) as ReadonlyArray<HubEventName>) {
    connection.on(name, (facts: unknown) => hearers.changed(hubEvents[name], facts))
  }
  for (const name of hubNotices) {
    connection.on(name, (said: unknown) => {
      const message = messageOf(said)
      if (message !== "") hearers.notice(notices[name], message)
    })
  }
}
