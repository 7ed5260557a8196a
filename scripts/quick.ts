/**
 * `npm run test:quick`: what is worth knowing after every save, in under a minute on an idle machine: types, lint, and the tests
 * that start no server, no database and no browser. `npm test` is the whole of it.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { check } from "./check.ts"

const root = join(import.meta.dirname, "..")

/** Folders of tests that need nothing but this process, less those within them that start a server. */
const pure = ["tests/core", "tests/guards", "tests/web"]
const withServer = ["tests/web/journeys/**", "tests/web/sync/**"]

const { failed } = check(["types", "types of the console, without server or Node (law 2)", "lint"])
const { status } = spawnSync(
  join(root, "node_modules/.bin/vitest"),
  // One module graph for all of them: loading it anew for each file is three quarters of the time.
  ["run", "--isolate=false", ...pure, ...withServer.map((glob) => `--exclude=${glob}`)],
  { cwd: root, stdio: "inherit" }
)
process.exitCode = failed === 0 && status === 0 ? 0 : 1
