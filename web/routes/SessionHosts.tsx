import { AccountHost } from "#web/features/account/AccountHost.tsx"
import { ActingHost } from "#web/features/acting/ActingHost.tsx"
import { lazyPart } from "#web/app/lazyPart.ts"
import { FmsTestHost } from "#web/features/dashboard/FmsTestHost.tsx"
import { DriftOpener } from "#web/features/drift/DriftOpener.tsx"
import { ListOutputHost } from "#web/features/export/ListOutputHost.tsx"
import { ImportOpener } from "#web/features/imports/ImportOpener.tsx"
import { JobOpener } from "#web/features/jobs/JobOpener.tsx"
import { ChangeUndoer } from "#web/features/locks/ChangeUndoer.tsx"
import { SelectionHost } from "#web/features/locks/SelectionHost.tsx"
import { OutboxHost } from "#web/features/outbox/OutboxHost.tsx"
import { LockOpener } from "#web/features/locks/LockOpener.tsx"
import { RevealHost } from "#web/features/reveals/RevealHost.tsx"
import { ScanHost } from "#web/features/scanner/ScanHost.tsx"
import { SupportHost } from "#web/features/support/SupportHost.tsx"
import { KeyboardHost } from "#web/features/keys/KeyboardHost.tsx"
import { PaletteHost } from "#web/palette/PaletteHost.tsx"
import { LiveUpdates } from "#web/sync/LiveUpdates.tsx"

/** Loaded right after the first screen, which doesn't need it. */
const LaterHosts = lazyPart(() => import("./LaterHosts.tsx"), "LaterHosts")

/**
 * Command handlers and background work of every screen with a session. Mounted before the screen, because the layer mounted
 * last handles a command, and that should be the screen.
 */
export const SessionHosts = () => (
  <>
    <KeyboardHost />
    <PaletteHost />
    <RevealHost />
    <SupportHost />
    <OutboxHost />
    <AccountHost />
    <ActingHost />
    <ScanHost />
    <ListOutputHost />
    <LockOpener />
    <JobOpener />
    <FmsTestHost />
    <DriftOpener />
    <ImportOpener />
    <ChangeUndoer />
    <SelectionHost />
    <LiveUpdates />
    <LaterHosts />
  </>
)
