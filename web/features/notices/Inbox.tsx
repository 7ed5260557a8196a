import { useEffect } from "react"
import { clearNotices, inboxFull, useInbox } from "#web/app/notices.ts"
import { readAllNotices } from "#web/app/serverNotices.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Dialog } from "#web/ui/Dialog.tsx"
import { NoticeLink } from "./NoticeLink.tsx"
import { NoticeText } from "./NoticeText.tsx"
import { noticeTime } from "./noticeTime.ts"
import "./Inbox.css"

/** Notifications of this session and those the server has for the user, newest first. */
export const Inbox = ({ onClose }: { readonly onClose: () => void }) => {
  const notices = useInbox()
  useEffect(() => void readAllNotices(), [notices])
  useCommands({
    scope: "anywhere",
    modal: true,
    handlers: { "layer.close": onClose, "notices.open": onClose, "notices.clear": clearNotices }
  })
  return (
    <Dialog title="Notices" onClose={onClose} className="inbox" focusSelf>
      {notices.length === 0 ? (
        <p className="inbox-empty muted">No notices yet. They stay here until you sign out.</p>
      ) : (
        <ol className="inbox-list">
          {notices.map((each) => (
            <li key={each.id}>
              <NoticeText notice={each} />
              {each.path === undefined ? null : <NoticeLink notice={each} onOpen={onClose} />}
              <time className="faint" dateTime={new Date(each.time).toISOString()}>
                {noticeTime(each.time)}
              </time>
            </li>
          ))}
        </ol>
      )}
      {inboxFull(notices) ? (
        <p className="inbox-note muted">
          Only the newest {notices.length} are shown. For all of them: <code>lockdesk notices ls --all</code>
        </p>
      ) : null}
      <footer className="dialog-foot">
        <CommandButton command="notices.clear" notYet={notices.length === 0 ? "No notices to clear." : null}>
          Clear
        </CommandButton>
        <CommandButton command="layer.close" look="primary">
          Close
        </CommandButton>
      </footer>
    </Dialog>
  )
}
