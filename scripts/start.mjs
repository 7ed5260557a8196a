/** `npm start`: installs, builds, and serves with demonstration data in an empty `./data`. Arguments go to `lockdesk serve`. */
import { join } from "node:path"
import { ensureInstalled, node, root, run, runOnNode } from "./toolchain.mjs"

ensureInstalled()
if (run(node(), [join(root, "scripts/bundle.ts"), "--if-stale"]) !== 0) process.exit(1)
const given = process.argv.slice(2)
runOnNode([join(root, "dist/lockdesk.js"), "serve", ...(given.includes("--empty") ? [] : ["--demo"]), ...given])
