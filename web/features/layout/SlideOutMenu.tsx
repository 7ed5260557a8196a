import "./SlideOutMenu.css"
import { mayActForOthers } from "#core/auth/actingRules.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { themeNames, themes, useTheme } from "#web/app/theme.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Dialog } from "#web/ui/Dialog.tsx"
import { companyIdShown } from "#core/auth/companyIdShown.ts"
import { Navigation } from "./Navigation.tsx"

/** The menu of small screens: all navigation entries, and what large screens have in the header. */
export const SlideOutMenu = ({ onClose }: { readonly onClose: () => void }) => {
  const user = useSignedInUser()
  const theme = useTheme()
  useCommands({ scope: "anywhere", modal: true, handlers: { "layer.close": onClose, "menu.open": onClose } })
  return (
    <Dialog title="Menu" onClose={onClose} className="slide-out" focusSelf>
      <Navigation className="nav-menu" label="All" onGo={onClose} />
      <div className="slide-out-person">
        <p>
          <strong>{user.name}</strong>
          <br />
          <span className="muted">{user.email}</span>
        </p>
        <p>
          {user.companyName}
          <br />
          <span className="muted">
            ID <span className="code">{companyIdShown(user)}</span>
          </span>
        </p>
        <div className="slide-out-do">
          <CommandButton command="company.copy">Copy ID</CommandButton>
          {mayActForOthers(user) ? (
            <>
              <CommandButton command="companies.actFor" />
              <CommandButton command="go.companies">Companies</CommandButton>
            </>
          ) : null}
          <CommandButton command="store.open">Store</CommandButton>
          <CommandButton command="account.open" />
          <CommandButton command="support.ticket">Support</CommandButton>
          <CommandButton command="auth.logout">Sign Out</CommandButton>
          <CommandButton command="layer.close">Close</CommandButton>
        </div>
        <div className="slide-out-do" role="group" aria-label="Theme">
          {themes.map((each) => (
            <CommandButton
              key={each}
              command={`theme.${each}`}
              look={each === theme ? "primary" : "secondary"}
              shape={each === theme ? "default" : "none"}
            >
              {themeNames[each]}
              {each === theme ? <span className="hidden"> (chosen)</span> : null}
            </CommandButton>
          ))}
        </div>
      </div>
    </Dialog>
  )
}
