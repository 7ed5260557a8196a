/** `npm start`: installs, builds, and serves with demonstration data in an empty `./data`. Arguments go to `lockdesk serve`. */
import { join } from "node:path"
import { ensureInstalled, node, root, run, runOnNode } from "./toolchain.mjs"

ensureInstalled()
for (const script of ["bundle.ts", "buildWeb.ts"]) {
  if (run(node(), [join(root, "scripts", script), "--if-stale"], { stdio: ["ignore", 2, 2] }) !== 0) process.exit(1)
}
const given = process.argv.slice(2)
runOnNode([join(root, "dist/lockdesk.js"), "serve", ...(given.includes("--empty") ? [] : ["--demo"]), ...given])
