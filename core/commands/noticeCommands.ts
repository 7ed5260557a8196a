import { withClient } from "#core/api/ApiClient.ts"
import { CompanyId, NoticeId, UserId } from "#core/base/ids.ts"
import { mostNewest } from "#core/base/paging.ts"
import { BroadcastAudience, type BroadcastAudienceId } from "#core/notices/broadcastAudiences.ts"
import { noticeKinds } from "#core/notices/Notice.ts"
import { Schema } from "effect"
import { command } from "./Command.ts"
import { limitField, textField, typedAs } from "./fields.ts"

/** The default number of notices. */
export const shownNotices = 50

export const listNotices = command({
  id: "notices.list",
  title: "List your notices",
  section: "Session",
  keywords: ["inbox", "notifications", "messages", "unread"],
  input: {
    from: { schema: NoticeId, label: "From", description: "Notices older than this number", optional: true },
    limit: limitField,
    unread: { schema: Schema.Boolean, label: "Unread", description: "Only unread notices", optional: true }
  },
  risk: "reads",
  terminal: { path: ["notices", "ls"], examples: ["lockdesk notices ls", "lockdesk notices ls --unread --json"] },
  does: {
    call: "notices.list",
    run: ({ from, limit, unread }) =>
      withClient((client) =>
        client.notices.list({
          query: {
            ...(from === undefined ? {} : { from }),
            ...(unread === true ? { unread: "true" as const } : {}),
            count: Math.min(limit ?? shownNotices, mostNewest)
          }
        })
      )
  }
})

export const readNotices = command({
  id: "notices.read",
  title: "Mark your notices as read",
  section: "Session",
  keywords: ["inbox", "notifications", "seen"],
  input: {
    upTo: { schema: NoticeId, label: "Up to", description: "The newest notice to mark (default: all)", optional: true }
  },
  risk: "changes",
  terminal: { path: ["notices", "read"], examples: ["lockdesk notices read", "lockdesk notices read --up-to 12"] },
  does: {
    call: "notices.read",
    run: ({ upTo }) => withClient((client) => client.notices.read({ payload: upTo === undefined ? {} : { upTo } }))
  }
})

export const broadcastNotice = command({
  id: "notices.broadcast",
  title: "Send an announcement",
  section: "Session",
  keywords: ["broadcast", "everybody", "message", "maintenance"],
  input: {
    message: textField({ label: "Message", description: "The text of the announcement", positional: true }),
    audience: {
      schema: typedAs<BroadcastAudienceId>(BroadcastAudience.Id, BroadcastAudience.parse, BroadcastAudience.label),
      label: "Audience",
      description: "Who it is for",
      choices: BroadcastAudience.rows.map(({ label }) => label)
    },
    toCompany: {
      schema: CompanyId,
      label: "To company",
      description: "The company by name or id, for 'Users in a company'",
      picks: "company",
      optional: true
    },
    toUser: {
      schema: UserId,
      label: "To user",
      description: "The user by email, name or id, for 'One user'; add --company for one of another company",
      picks: "user",
      optional: true
    },
    kind: {
      schema: Schema.Literals(noticeKinds),
      label: "Kind",
      description: "How it is shown",
      choices: noticeKinds,
      optional: true
    }
  },
  risk: "dangerous",
  touches: ["audit"],
  terminal: {
    path: ["notices", "broadcast"],
    examples: [
      "lockdesk notices broadcast 'Maintenance tonight at 10 pm' --audience 'All users' --yes",
      "lockdesk notices broadcast 'Welcome' --audience 'Users in a company' --to-company 'Maple Self Storage' --yes"
    ]
  },
  does: {
    call: "notices.broadcast",
    run: ({ message, audience, toCompany, toUser, kind }) =>
      withClient((client) =>
        client.notices.broadcast({
          payload: {
            message,
            audience,
            ...(toCompany === undefined ? {} : { toCompanyID: toCompany }),
            ...(toUser === undefined ? {} : { toUserID: toUser }),
            ...(kind === undefined ? {} : { kind })
          }
        })
      )
  }
})

export const noticeCommands = [listNotices, readNotices, broadcastNotice] as const
