/**
 * `npm run test:quick`: quick checks for every save, in under a minute on an idle machine: types, lint, and the tests that
 * start no server, database or browser. `npm test` runs everything.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { checks, count } from "./check.ts"

const root = join(import.meta.dirname, "..")

const { failed } = await count(checks(["types", "types of the console, without server or Node (law 2)", "lint"]))
const vitest = join(root, "node_modules/.bin/vitest")
const { status } = spawnSync(vitest, ["run", "--project=pure"], { cwd: root, stdio: "inherit" })
process.exitCode = failed === 0 && status === 0 ? 0 : 1
