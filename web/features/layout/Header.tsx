import { useUnread } from "#web/app/notices.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { companyIdShown } from "#core/auth/companyIdShown.ts"
import { CompanyName } from "./CompanyName.tsx"
import { NavIcon } from "./NavIcon.tsx"
import { ProfileButton } from "./ProfileButton.tsx"

/** Header of every screen: search, company, notifications, profile (000 §2). */
export const Header = () => {
  const user = useSignedInUser()
  const unread = useUnread()
  return (
    <header className="top">
      <p className="mark">
        <i aria-hidden="true" />
        <span>Lockdesk</span>
      </p>
      <CommandButton command="palette.open" className="ask">
        <span className="ask-text">Search locks, facilities, commands</span>
      </CommandButton>
      <div className="company">
        <CompanyName />
        <span className="company-id muted">
          ID <span className="code">{companyIdShown(user)}</span>{" "}
          <CommandButton command="company.copy" shape="none" className="copy" label="Copy the Company ID">
            copy
          </CommandButton>
        </span>
      </div>
      <CommandButton command="store.open" shape="none" className="store">
        Store
      </CommandButton>
      <CommandButton
        command="notices.open"
        shape="none"
        className="bell"
        showKeys={false}
        label={unread === 0 ? "Notices" : `Notices, ${unread} new`}
      >
        <NavIcon of="bell" />
        {unread === 0 ? null : (
          <span className="unread" aria-hidden="true">
            {unread > 99 ? "99+" : unread}
          </span>
        )}
      </CommandButton>
      <ProfileButton />
      <CommandButton command="menu.open" shape="none" className="menu-button" label="Menu">
        <NavIcon of="menu" />
      </CommandButton>
    </header>
  )
}
