import { CallFailure } from "./CallFailure.ts"
import { loadForCall } from "./loadForCall.ts"
import { readInbox, received, toastLimits } from "./notices.ts"
import { run } from "./run.ts"
import { session } from "./Session.ts"

/** The commands, loaded after the first screen. */
const noticeCommands = () => loadForCall(() => import("#core/commands/noticeCommands.ts"))

/** Loads unread notifications. If that fails, the inbox stays as it is until the next time. */
export const pullNotices = async (): Promise<void> => {
  const { token } = session
  if (token === null) return
  try {
    const { listNotices } = await noticeCommands()
    if (session.token !== token) return
    const { data } = await run(listNotices, { unread: true, limit: toastLimits.inbox })
    if (session.token !== token) return
    received(
      data.map(({ noticeID, kind, message: text, next, path, companyID, createdOn }) => ({
        noticeID,
        kind,
        text,
        next: next ?? undefined,
        path: path ?? undefined,
        companyID: companyID ?? undefined,
        time: Date.parse(createdOn)
      }))
    )
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
  }
}

/** Marks the whole inbox as read, here and on the server. If that fails, it is unread again after the next load. */
export const readAllNotices = async (): Promise<void> => {
  const upTo = readInbox()
  if (upTo === null) return
  try {
    await run((await noticeCommands()).readNotices, { upTo })
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
  }
}
