import { returnHistory } from "#core/commands/returnCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownList } from "#cli/output/shown.ts"

export const verb = callVerb(returnHistory, (found) =>
  shownList("reports", found.data, [
    { heading: "Report", text: (report) => String(report.reportId) },
    { heading: "When", text: (report) => report.createdOn },
    { heading: "By", text: (report) => report.createdBy },
    { heading: "Locks", text: (report) => String(report.locks) },
    { heading: "Sent to", text: (report) => report.recipient }
  ])
)
