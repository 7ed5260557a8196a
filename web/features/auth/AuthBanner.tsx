import { useCommands } from "#web/app/useCommands.ts"
import { installation } from "#web/app/installation.ts"
import { openStore } from "#web/app/store.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"

/** The banner of the sign-in with its Store link (000 §2); absent where an installation has no text for it. */
export const AuthBanner = () => {
  // Nobody is signed in: a store that cannot be asked for is no trouble of theirs.
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
