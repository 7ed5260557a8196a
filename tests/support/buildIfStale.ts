import { spawnSync } from "node:child_process"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")

/**
 * Runs a build script of scripts/, which only builds if the sources are newer; `npm test` has already built everything, and
 * says so.
 */
export const buildIfStale = (script: "bundle.ts" | "buildWeb.ts"): void => {
  if (process.env["LOCKDESK_BUILT"] === "yes") return
  const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts", script), "--if-stale"], {
    cwd: root,
    encoding: "utf8"
  })
  if (status !== 0) throw new Error(`scripts/${script} could not build: ${stderr}`)
}
