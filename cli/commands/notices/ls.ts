import { mostNewest } from "#core/base/paging.ts"
import { listNotices } from "#core/commands/noticeCommands.ts"
import { listVerb } from "#cli/commands/listVerb.ts"
import { timeText } from "#cli/output/timeText.ts"

export const verb = listVerb(listNotices, {
  noun: "notices",
  columns: [
    { heading: "Notice", text: (notice) => String(notice.noticeID), shrinks: "never" },
    { heading: "When", text: (notice) => timeText(notice.createdOn), shrinks: "first" },
    { heading: "Read", text: (notice) => (notice.readOn === null ? "no" : "yes"), shrinks: "never" },
    { heading: "Kind", text: (notice) => notice.kind, shrinks: "first" },
    { heading: "Message", text: (notice) => `${notice.message}${notice.next === null ? "" : ` ${notice.next}`}` }
  ],
  pieces: { most: mostNewest, after: ({ noticeID }) => ({ from: noticeID }) }
})
