import { listOutbox, shownCount } from "#core/commands/outboxCommands.ts"
import type { Mail } from "#core/mail/Mail.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownNewest } from "#cli/output/shown.ts"

/** What became of a message, in words. */
const fateOf = ({ state, sentOn, nextOn, attempts, failure }: Mail): string => {
  const why = failure === null ? "" : `: ${failure}`
  if (state === "kept") return "kept here; no mail provider is set up"
  if (state === "sent") return `sent ${sentOn ?? ""}`
  if (state === "failed") return `failed${why}`
  return attempts === 0 ? "waits" : `waits since attempt ${attempts}, next ${nextOn ?? "soon"}${why}`
}

export const verb = callVerb(listOutbox, (found, { count = shownCount }) =>
  shownNewest(
    "messages",
    found.data,
    [
      { heading: "Mail", text: (mail) => String(mail.mailID) },
      { heading: "When", text: (mail) => mail.createdOn },
      { heading: "To", text: (mail) => mail.to },
      { heading: "Subject", text: (mail) => mail.subject },
      { heading: "State", text: fateOf }
    ],
    count
  )
)
