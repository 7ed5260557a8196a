import { mostNewest } from "#core/base/paging.ts"
import { returnHistory } from "#core/commands/returnCommands.ts"
import { listVerb } from "#cli/commands/listVerb.ts"
import { timeText } from "#cli/output/timeText.ts"

export const verb = listVerb(returnHistory, {
  noun: "reports",
  columns: [
    { heading: "Report", text: (report) => String(report.reportId), shrinks: "never" },
    { heading: "When", text: (report) => timeText(report.createdOn), shrinks: "first" },
    { heading: "By", text: (report) => report.createdBy },
    { heading: "Locks", text: (report) => String(report.locks), shrinks: "never" },
    { heading: "Sent to", text: (report) => report.recipient }
  ],
  pieces: { most: mostNewest, after: ({ reportId }) => ({ from: reportId }) }
})
