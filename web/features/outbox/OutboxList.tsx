import "./outbox.css"
import { useInfiniteQuery } from "@tanstack/react-query"
import type { Mail } from "#core/mail/Mail.ts"
import { mailStateText } from "#core/mail/mailWords.ts"
import { logTime } from "#web/app/times.ts"
import type { ListColumn } from "#web/ui/List.tsx"
import { PagedList } from "#web/ui/PagedList.tsx"
import { MailText } from "./MailText.tsx"
import { mailsQuery } from "./outboxQueries.ts"

const when = ({ createdOn }: Mail): string => `${logTime(createdOn)} UTC`

const columns: ReadonlyArray<ListColumn<Mail>> = [
  { id: "subject", title: "Subject", track: "minmax(180px, 1.6fr)", cell: ({ subject }) => subject },
  { id: "to", title: "To", track: "minmax(160px, 1fr)", cell: ({ to }) => <span title={to}>{to}</span> },
  { id: "state", title: "State", track: "minmax(160px, 1fr)", from: 760, cell: mailStateText },
  { id: "when", title: "When", track: "204px", from: 980, cell: when }
]

const card = (mail: Mail) => (
  <>
    <p>
      <strong>{mail.subject}</strong>
    </p>
    <p className="muted">
      <span>{mail.to}</span>
      <span>{when(mail)}</span>
    </p>
  </>
)

const idOf = ({ mailID }: Mail): number => mailID
const nameOf = ({ subject, to }: Mail): string => `${subject}, to ${to}`
const peek = (mail: Mail) => <MailText mail={mail} />

/** Messages sent to people of the company, newest first. Enter or Space opens one. */
export const OutboxList = () => {
  const query = useInfiniteQuery(mailsQuery())
  return (
    <PagedList
      query={query}
      idOf={idOf}
      nouns={["message", "messages"]}
      hint="No messages yet. Invitations, password links and reports appear here."
      label="Outbox"
      columns={columns}
      card={card}
      nameOf={nameOf}
      peek={peek}
    />
  )
}
