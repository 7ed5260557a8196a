/** `node scripts/with-node.mjs SCRIPT [ARGUMENTS]`: installs what is missing, then runs the script on the lock file's Node. */
import { ensureInstalled, runOnNode } from "./toolchain.mjs"

ensureInstalled()
runOnNode(process.argv.slice(2))
