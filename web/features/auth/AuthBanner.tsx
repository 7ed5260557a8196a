import { useCommands } from "#web/app/useCommands.ts"
import { installation } from "#web/app/installation.ts"
import { openStore } from "#web/app/store.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"

/** The sign-in banner with its Store link (000 §2). Not shown if the installation has no text for it. */
export const AuthBanner = () => {
  // Ignore a failed store link: there is nothing a signed-out user can do about it.
  useCommands({ scope: "anywhere", handlers: { "store.open": () => void openStore().catch(() => undefined) } })
  if (installation.banner === "") return null
  return (
    <aside className="auth-banner" aria-label="Announcement">
      <p>{installation.banner}</p>
      <CommandButton command="store.open" shape="none">
        Store
      </CommandButton>
    </aside>
  )
}
