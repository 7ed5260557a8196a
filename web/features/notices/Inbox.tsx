import { useEffect } from "react"
import { clearNotices, readNotices, useInbox } from "#web/app/notices.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Dialog } from "#web/ui/Dialog.tsx"
import { NoticeText } from "./NoticeText.tsx"
import { noticeTime } from "./noticeTime.ts"
import "./Inbox.css"

/** Every notice of the session, newest first. */
export const Inbox = ({ onClose }: { readonly onClose: () => void }) => {
  const notices = useInbox()
  useEffect(() => readNotices(), [notices])
  useCommands({
    scope: "anywhere",
    modal: true,
    handlers: { "layer.close": onClose, "notices.open": onClose, "notices.clear": clearNotices }
  })
  return (
    <Dialog title="Notices" onClose={onClose} className="inbox" focusSelf>
      {notices.length === 0 ? (
        <p className="inbox-empty muted">
          Nothing has been said yet. What toasts tell is kept here until you sign out.
        </p>
      ) : (
        <ol className="inbox-list">
          {notices.map((each) => (
            <li key={each.id}>
              <NoticeText notice={each} />
              <time className="faint" dateTime={new Date(each.time).toISOString()}>
                {noticeTime(each.time)}
              </time>
            </li>
          ))}
        </ol>
      )}
      <footer className="dialog-foot">
        <CommandButton command="notices.clear" notYet={notices.length === 0 ? "There is nothing to clear." : null}>
          Clear
        </CommandButton>
        <CommandButton command="layer.close" look="primary">
          Close
        </CommandButton>
      </footer>
    </Dialog>
  )
}
