import "./styles/tokens.css"
import "./styles/base.css"
import "./styles/parts.css"
import "./app/failures.ts"
import { createRoot } from "react-dom/client"
import { App } from "./app/App.tsx"
import { settleBrowserSession } from "./app/browserSession.ts"
import { session } from "./app/Session.ts"
import { followTheme } from "./app/theme.ts"
import { followSession } from "./routes/followSession.ts"

const start = (): void => {
  followSession()
  const root = document.getElementById("root")
  if (root === null) throw new Error("index.html has no #root")
  createRoot(root).render(<App />)
  // Nothing of a session that ended while no page was open stays behind.
  if (session.token === null) void import("./sync/keptLocks.ts").then(({ wipeKeptLocks }) => wipeKeptLocks())
}

followTheme()
void settleBrowserSession().then(start)
