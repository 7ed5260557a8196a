#!/usr/bin/env node
/**
 * The command `lockdesk`: runs the built file on the Node of the lock file. Plain JavaScript, because it may be the first
 * thing that runs, on whatever Node there is (20 or newer).
 */
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const built = join(root, "dist/lockdesk.js")
const bundler = join(root, "scripts/bundle.ts")
const node = join(root, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node")
const [first, ...more] = process.argv.slice(2)
/** The Node that the packages need. */
const nodeMajor = 24

const fail = (message, next) => {
  process.stderr.write(
    process.stderr.isTTY
      ? `${message}\nNext: ${next}\n`
      : `${JSON.stringify({ code: "NotInstalled", message, next })}\n`
  )
  process.exit(1)
}

if ((first === "--version" || first === "-V") && more.length === 0) {
  process.stdout.write(`${JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version}\n`)
} else if (Number(process.versions.node.split(".")[0]) < nodeMajor) {
  if (!existsSync(node))
    fail(
      `Node ${process.version} is too old, and there is none in node_modules.`,
      `Run npm ci in ${root}, or use Node ${nodeMajor}.`
    )
  await runOnOwnNode()
} else {
  if (!existsSync(built)) await build()
  await import(pathToFileURL(built).href)
}

/** A clone that has not been built yet. */
async function build() {
  if (!existsSync(bundler)) fail(`${built} is missing.`, "Install lockdesk again.")
  const { spawnSync } = await import("node:child_process")
  process.stderr.write("Building lockdesk, once ...\n")
  const { status } = spawnSync(process.execPath, [bundler, "--if-stale"], { cwd: root, stdio: ["ignore", 2, 2] })
  if (status !== 0)
    fail("lockdesk could not be built; the reason stands above.", `Run npm ci in ${root} and try again.`)
}

/** Hands everything to the newer Node: input, output, signals and the exit code. */
async function runOnOwnNode() {
  const { spawn } = await import("node:child_process")
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: "inherit" })
  // Ctrl+C reaches the child by itself; what is sent to this process only is passed on.
  process.on("SIGINT", () => undefined)
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  child.on("exit", (code, signal) => {
    if (signal !== null) process.kill(process.pid, signal)
    process.exitCode = code ?? 1
  })
}
