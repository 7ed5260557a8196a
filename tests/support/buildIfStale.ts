import { spawnSync } from "node:child_process"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")

/**
 * Runs a script of scripts/ that builds what tests run, which does so only where the sources are newer; `npm test` has built
 * everything, and says it.
 */
export const buildIfStale = (script: "bundle.ts" | "buildWeb.ts"): void => {
  if (process.env["LOCKDESK_BUILT"] === "yes") return
  const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts", script), "--if-stale"], {
    cwd: root,
    encoding: "utf8"
  })
  if (status !== 0) throw new Error(`scripts/${script} could not build: ${stderr}`)
}
