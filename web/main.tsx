import "./styles/tokens.css"
import "./styles/base.css"
import "./styles/parts.css"
import "./app/failures.ts"
import { createRoot } from "react-dom/client"
import { App } from "./app/App.tsx"
import { settleBrowserSession } from "./app/browserSession.ts"
import { followTheme } from "./app/theme.ts"
import { followSession } from "./routes/followSession.ts"

const start = (): void => {
  followSession()
  const root = document.getElementById("root")
  if (root === null) throw new Error("index.html has no #root")
  createRoot(root).render(<App />)
}

followTheme()
void settleBrowserSession().then(start)
