import { useTitle } from "#web/app/useTitle.ts"
import { MessageFrame } from "./MessageFrame.tsx"
import { PublicLink } from "./PublicLink.tsx"

/** Shown for an unknown path. */
export const NotFoundScreen = () => {
  useTitle("Page not found")
  return (
    <MessageFrame>
      <h1>Page not found</h1>
      <p className="muted">Check the address, or go to the dashboard.</p>
      <p className="message-do">
        <PublicLink to="/dashboard" command="go.dashboard" className="btn primary">
          Go to Dashboard
        </PublicLink>
      </p>
    </MessageFrame>
  )
}
