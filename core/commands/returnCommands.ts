import { Schema } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { ReportId, UserId } from "#core/base/ids.ts"
import { mostNewest } from "#core/base/paging.ts"
import { LockReturn, returnedStatus } from "#core/returns/LockReturn.ts"
import { command } from "./Command.ts"
import { limitField, facilityField } from "./fields.ts"

/** The default number of rows. */
const shownCount = 100

const recipientField = {
  schema: UserId,
  label: "Recipient",
  description: "Who gets the report: a user by email, name or id"
} as const

const reportField = {
  schema: ReportId,
  label: "Report",
  description: "The number of a report"
} as const

export const listReturns = command({
  id: "returns.list",
  title: "List returned locks",
  section: "Locks",
  keywords: ["dropbox", "process"],
  input: { facilityID: facilityField, limit: limitField },
  risk: "reads",
  terminal: { path: ["returns", "ls"], examples: ["lockdesk returns ls --facility 'Maple St'"] },
  does: {
    call: "locks.search",
    run: ({ facilityID, limit }) =>
      withClient((client) =>
        client.locks.search({
          query: { filter: `facilityID=${facilityID};status=${returnedStatus}`, count: limit ?? shownCount, page: 1 }
        })
      )
  }
})

/**
 * Processes returned locks of one facility with their new statuses, all or none; the report is mailed to the recipient.
 */
export const processReturns = command({
  id: "returns.process",
  title: "Process returned locks",
  section: "Locks",
  keywords: ["available", "lost", "damaged", "tenant", "send"],
  input: {
    returns: {
      schema: Schema.Array(LockReturn).check(Schema.isMinLength(1)),
      label: "Returns",
      description:
        "A CSV file or workbook (.xlsx or .ods) with the columns serialCode and mark (Available, Lost, Tenant Using or Damaged); or --file",
      positional: true,
      picks: "file"
    },
    recipient: recipientField
  },
  risk: "changes",
  touches: ["locks", "returns", "audit"],
  terminal: {
    path: ["returns", "process"],
    examples: [
      "lockdesk returns process returned.csv --recipient admin@maple.example.com --yes",
      "lockdesk returns process --file returned.csv --recipient admin@maple.example.com --dry-run"
    ]
  },
  does: {
    call: "returns.process",
    run: ({ returns, recipient }) =>
      withClient((client) => client.returns.process({ query: { recipientID: recipient }, payload: returns }))
  }
})

/** The return reports of a facility; `returns.report` lists the locks of one. */
export const returnHistory = command({
  id: "returns.history",
  title: "List reports of returned locks",
  section: "Locks",
  keywords: ["past"],
  input: {
    facilityID: facilityField,
    from: { schema: ReportId, label: "From", description: "Reports older than this number", optional: true },
    limit: limitField
  },
  risk: "reads",
  terminal: {
    path: ["returns", "history"],
    examples: ["lockdesk returns history --facility 'Maple St'"]
  },
  does: {
    call: "returns.reports",
    run: ({ facilityID, from, limit = mostNewest }) =>
      withClient((client) =>
        client.returns.reports({ params: { id: facilityID }, query: { from, count: Math.min(limit, mostNewest) } })
      )
  }
})

export const showReturnReport = command({
  id: "returns.report",
  title: "Show a report of returned locks",
  section: "Locks",
  keywords: ["past", "history"],
  input: { report: { ...reportField, positional: true } },
  risk: "reads",
  terminal: { path: ["returns", "show"], examples: ["lockdesk returns show 12"] },
  does: {
    call: "returns.report",
    run: ({ report }) => withClient((client) => client.returns.report({ params: { id: report }, query: {} }))
  }
})

export const resendReturnReport = command({
  id: "returns.resend",
  title: "Send a report of returned locks again",
  section: "Locks",
  keywords: ["mail", "history"],
  input: { report: { ...reportField, positional: true }, recipient: recipientField },
  risk: "changes",
  touches: ["audit"],
  terminal: {
    path: ["returns", "resend"],
    examples: ["lockdesk returns resend 12 --recipient admin@maple.example.com"]
  },
  does: {
    call: "returns.resend",
    run: ({ report, recipient }) =>
      withClient((client) =>
        client.returns.resend({ query: {}, payload: { reportId: report, recipientId: recipient } })
      )
  }
})

export const returnCommands = [
  listReturns,
  processReturns,
  returnHistory,
  showReturnReport,
  resendReturnReport
] as const
