/**
 * `node bundleServerChild.ts FOLDER`: bundles `serverChild.ts` with the threads it starts. From its sources, each start takes
 * three times the work.
 */
import { join } from "node:path"
import { build } from "esbuild"
import { effectByModule } from "../../scripts/effectByModule.ts"

await build({
  absWorkingDir: join(import.meta.dirname, "../.."),
  outdir: process.argv[2] ?? "",
  entryPoints: {
    serverChild: "tests/faults/serverChild.ts",
    embeddedWorker: "core/server/db/embeddedWorker.ts",
    sheetWorker: "core/server/exports/sheetWorker.ts",
    importFileWorker: "core/server/imports/importFileWorker.ts",
    logoWorker: "core/server/subdomains/logoWorker.ts"
  },
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  platform: "node",
  target: "node24",
  logLevel: "warning",
  plugins: [effectByModule()],
  // Packages that are CommonJS call it.
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);'
  },
  external: [
    "@electric-sql/pglite",
    "sharp",
    "vitest",
    "bufferutil",
    "utf-8-validate",
    "@node-rs/xxhash",
    "@opentelemetry/api"
  ]
})
