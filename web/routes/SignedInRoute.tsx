import { Outlet } from "@tanstack/react-router"
import { RevealHost } from "#web/features/reveals/RevealHost.tsx"
import { KeyboardHost } from "#web/keyboard/KeyboardHost.tsx"
import { PaletteHost } from "#web/palette/PaletteHost.tsx"
import { LiveUpdates } from "#web/sync/LiveUpdates.tsx"

/** What stands around every screen of a session. */
export const SignedInRoute = () => (
  <>
    <Outlet />
    <KeyboardHost />
    <PaletteHost />
    <RevealHost />
    <LiveUpdates />
  </>
)
