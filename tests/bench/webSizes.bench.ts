import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { firstLoads } from "../../scripts/webFirstLoads.ts"
import type { Bench } from "./Bench.ts"

const root = join(import.meta.dirname, "../..")

/** Gzipped bytes of minified React alone, as the minimum for a page. */
const reactAlone = async (): Promise<number> => {
  const { outputFiles } = await build({
    stdin: { contents: 'export { createRoot } from "react-dom/client"; export * from "react"', resolveDir: root },
    bundle: true,
    write: false,
    format: "esm",
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' }
  })
  return gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length
}

/** The scripts that the first screens load, from the static imports of the built console. */
export const bench: Bench = {
  name: "webSizes",
  run: async () => {
    const { status } = spawnSync(process.execPath, [join(root, "scripts/buildWeb.ts"), "--if-stale"], { cwd: root })
    if (status !== 0) throw new Error("the console could not be built")
    const react = await reactAlone()
    return firstLoads(join(root, "dist/web")).map(({ screen, scripts, styles, files, goal }) => ({
      what: `first load of ${screen}, scripts, gzipped`,
      unit: "KB",
      ours: scripts / 1000,
      baseline: react / 1000,
      baselineName: "react and react-dom alone",
      goal: { within: goal / 1000 },
      note: `${files} files, styles ${(styles / 1000).toFixed(1)} KB`
    }))
  }
}
