import "./styles/tokens.css"
import "./styles/base.css"
import "./styles/parts.css"
import "./app/failures.ts"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { publicPathAt } from "#core/navigation/routes.ts"
import { App } from "./App.tsx"
import { settleBrowserSession } from "./app/browserSession.ts"
import { settleCompany } from "./app/companyAddress.ts"
import { watchStyles } from "./app/failedStyles.ts"
import { session } from "./app/Session.ts"
import { followTheme } from "./app/theme.ts"
import { whoIsSignedIn } from "./app/whoAmI.ts"
import { runEarlyKeys } from "./keyboard/earlyKeys.ts"
import { followSession } from "./routes/followSession.ts"
import { readAhead, wipeKeptLocks } from "./sync/keptLocks.ts"

const start = (): void => {
  const root = document.getElementById("root")
  // start-check.js took it, because this browser is too old.
  if (root === null) return
  settleCompany()
  followSession()
  // Start the request while the rest of the console loads. The guard waits for the same response and reports
  // failures.
  if (publicPathAt(location.pathname) === null) {
    whoIsSignedIn().catch(() => undefined)
    if (session.token !== null) readAhead()
  }
  // Strict mode has no effect in the built console.
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>
  )
  void runEarlyKeys()
  // Delete what remains of a session that ended while no page was open.
  if (session.token === null) void wipeKeptLocks()
}

followTheme()
watchStyles()
void settleBrowserSession().then(start)
