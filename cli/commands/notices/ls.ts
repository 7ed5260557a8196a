import { listNotices, shownNotices } from "#core/commands/noticeCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownNewest } from "#cli/output/shown.ts"

export const verb = callVerb(listNotices, (found, { count = shownNotices }) =>
  shownNewest(
    "notices",
    found.data,
    [
      { heading: "Notice", text: (notice) => String(notice.noticeID) },
      { heading: "When", text: (notice) => notice.createdOn },
      { heading: "Read", text: (notice) => (notice.readOn === null ? "no" : "yes") },
      { heading: "Kind", text: (notice) => notice.kind },
      { heading: "Message", text: (notice) => `${notice.message}${notice.next === null ? "" : ` ${notice.next}`}` }
    ],
    count
  )
)
