import { useQuery } from "@tanstack/react-query"
import type { Mail } from "#core/mail/Mail.ts"
import { mailStateText } from "#core/mail/mailWords.ts"
import { failureText } from "#web/app/failures.ts"
import { logTime } from "#web/app/times.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Facts } from "#web/ui/Facts.tsx"
import { LateLoading } from "#web/ui/LateLoading.tsx"
import { mailQuery } from "./outboxQueries.ts"

/** A message with its text. */
export const MailText = ({ mail }: { readonly mail: Mail }) => {
  const { data, error } = useQuery(mailQuery(mail.mailID))
  return (
    <>
      <Facts facts={{ To: mail.to, When: `${logTime(mail.createdOn)} UTC`, State: mailStateText(mail) }} />
      {mail.attachment === null ? null : (
        <p className="mail-file">
          <CommandButton command="outbox.file" given={{ input: { mailID: mail.mailID } }}>
            Save {mail.attachment}
          </CommandButton>
        </p>
      )}
      {error !== null ? (
        <p role="alert">{failureText(error)}</p>
      ) : data === undefined ? (
        <LateLoading />
      ) : (
        <p className="mail-text" tabIndex={0} role="region" aria-label="Message">
          {data.body ?? "We delete a message's text once it's sent."}
        </p>
      )}
    </>
  )
}
