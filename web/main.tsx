import "./styles/tokens.css"
import "./styles/base.css"
import "./styles/parts.css"
import { createRoot } from "react-dom/client"
import { App } from "./app/App.tsx"

const root = document.getElementById("root")
if (root === null) throw new Error("index.html has no #root")
createRoot(root).render(<App />)
