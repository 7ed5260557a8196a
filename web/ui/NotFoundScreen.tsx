import { useTitle } from "#web/app/useTitle.ts"
import { MessageFrame } from "./MessageFrame.tsx"
import { PublicLink } from "./PublicLink.tsx"

/** An address that is none of ours. */
export const NotFoundScreen = () => {
  useTitle("No such page")
  return (
    <MessageFrame>
      <h1>There is no such page</h1>
      <p className="muted">The address may be misspelled, or what it led to is gone.</p>
      <p className="message-do">
        <PublicLink to="/dashboard" command="go.dashboard" className="btn primary">
          Go to Dashboard
        </PublicLink>
      </p>
    </MessageFrame>
  )
}
