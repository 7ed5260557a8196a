import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { withClient } from "#core/api/ApiClient.ts"
import { showMail } from "#core/commands/outboxCommands.ts"
import type { Mail, MailId } from "#core/mail/Mail.ts"
import { call } from "#web/app/calls.ts"
import type { TopicKey } from "#web/app/queries.ts"
import { run } from "#web/app/run.ts"

const mailsAtOnce = 50

/** Query for messages without their texts, newest first, page by page. */
export const mailsQuery = () =>
  infiniteQueryOptions({
    queryKey: ["audit", "outbox"] satisfies TopicKey,
    queryFn: ({ pageParam, signal }) => {
      const query = { texts: "none" as const, count: mailsAtOnce, ...(pageParam === null ? {} : { from: pageParam }) }
      return call(
        withClient((client) => client.outbox.list({ query })),
        { signal }
      )
    },
    initialPageParam: null as MailId | null,
    getNextPageParam: ({ data }) => (data.length < mailsAtOnce ? null : (data.at(-1)?.mailID ?? null))
  })

/**
 * Query for one message with its text. It may contain a one-time link for the reader, so it isn't cached after
 * closing.
 */
export const mailQuery = (mailID: MailId) =>
  queryOptions({
    queryKey: ["audit", "outbox", mailID] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<Mail> => (await run(showMail, { mailID }, { signal })).data,
    gcTime: 0
  })
