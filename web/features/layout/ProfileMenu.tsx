import "#web/ui/Menu.css"
import "./ProfileMenu.css"
import * as Radix from "@radix-ui/react-dropdown-menu"
import { mayActForOthers } from "#core/auth/actingRules.ts"
import { headById } from "#core/commands/headById.ts"
import type { CommandId } from "#core/commands/registry.ts"
import { center } from "#web/app/CommandCenter.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { themeNames, themes, useTheme } from "#web/app/theme.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useKeysOf } from "#web/keyboard/keymap.ts"
import { Kbd } from "#web/ui/Kbd.tsx"

interface ProfileMenuProps {
  readonly onClose: () => void
}

/** Name, email, and personal settings (000 §2). */
export const ProfileMenu = ({ onClose }: ProfileMenuProps) => {
  const user = useSignedInUser()
  const theme = useTheme()
  useCommands({ scope: "anywhere", modal: true, handlers: { "layer.close": onClose, "profile.open": onClose } })
  return (
    <Radix.Root open modal={false} onOpenChange={(open) => (open ? undefined : onClose())}>
      <Radix.Trigger asChild>
        {/* Anchors the menu. The real trigger is the button before it. */}
        <span className="menu-anchor" aria-hidden="true" aria-expanded={undefined} aria-haspopup={undefined} />
      </Radix.Trigger>
      <Radix.Content
        className="menu"
        aria-label="Profile"
        aria-labelledby={undefined}
        align="end"
        sideOffset={6}
        onInteractOutside={(event) => {
          // Let the button's own command close the menu, so that it doesn't close and reopen.
          if (event.target instanceof Element && event.target.closest(".profile-button") !== null)
            event.preventDefault()
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          // Unless the chosen item already moved the focus.
          if (document.activeElement === document.body) document.querySelector<HTMLElement>(".profile-button")?.focus()
        }}
      >
        <Radix.Label className="menu-person">
          <strong>{user.name}</strong>
          <span className="muted">{user.email}</span>
        </Radix.Label>
        <Item command="account.open" />
        {mayActForOthers(user) ? <Item command="go.companies" title="Companies" /> : null}
        <Item command="keys.show" />
        <Item command="support.ticket" title="Support" />
        <Radix.Separator className="menu-line" />
        <Radix.Label className="menu-label">Theme</Radix.Label>
        <Radix.RadioGroup value={theme}>
          {themes.map((each) => (
            <Radix.RadioItem
              key={each}
              value={each}
              className="menu-item"
              data-command={`theme.${each}`}
              onSelect={(event) => {
                // Keep the menu open so that the user can see the theme.
                event.preventDefault()
                center.perform(`theme.${each}`)
              }}
            >
              <span className="menu-mark" aria-hidden="true">
                {each === theme ? "✓" : ""}
              </span>
              {themeNames[each]}
            </Radix.RadioItem>
          ))}
        </Radix.RadioGroup>
        <Radix.Separator className="menu-line" />
        <Item command="auth.logout" title="Sign Out" />
      </Radix.Content>
    </Radix.Root>
  )
}

/**
 * Runs the chosen command after the menu closed. Focuses the button first, so that a dialog returns the focus to it.
 */
const perform = (command: CommandId): void => {
  const { activeElement } = document
  if (activeElement === document.body || activeElement?.closest("[role=menu]") != null) {
    document.querySelector<HTMLElement>(".profile-button")?.focus()
  }
  center.perform(command)
}

const Item = ({ command, title }: { readonly command: CommandId; readonly title?: string }) => {
  const [keys] = useKeysOf(command)
  return (
    // Run it after the menu has closed, so that whatever it opens keeps the focus.
    <Radix.Item className="menu-item" data-command={command} onSelect={() => setTimeout(() => perform(command))}>
      {title ?? headById(command)?.title}
      {keys === undefined ? null : <Kbd keys={keys} />}
    </Radix.Item>
  )
}
