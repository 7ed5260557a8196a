import { CommandButton } from "./CommandButton.tsx"

/** An address that is none of ours. */
export const NotFoundScreen = () => (
  <main className="message-screen">
    <h1>There is no such page</h1>
    <p className="muted">The address may be misspelled, or what it led to is gone.</p>
    <CommandButton command="go.dashboard" look="primary" />
  </main>
)
