#!/usr/bin/env node
/**
 * The command `lockdesk`: runs the built file on the Node version of the lock file. Plain JavaScript, because it may be the
 * first thing that runs, on any Node from 20 on.
 */
// Importing `process` would evaluate all its lazy parts, a fifth of an empty start; older Node versions require it.
const { existsSync, readFileSync, writeSync } = process.getBuiltinModule?.("node:fs") ?? (await import("node:fs"))

const at = (path) => new URL(`../${path}`, import.meta.url)
const built = at("dist/lockdesk.js")
const bundler = at("scripts/bundle.ts")
const ownNode = at(`node_modules/node/bin/node${process.platform === "win32" ? ".exe" : ""}`)
const [first, ...more] = process.argv.slice(2)
/** The Node version that the packages need. */
const nodeMajor = 24

if ((first === "--version" || first === "-V") && more.length === 0 && printedVersion()) {
  // Done.
} else if (Number(process.versions.node.split(".")[0]) < nodeMajor) {
  await runOnOwnNode()
} else {
  if (!existsSync(built)) await build()
  await import(built.href)
}

/** False if the version can't be written: the built file reports that like any output. */
function printedVersion() {
  try {
    // Opening process.stdout takes longer than everything else here.
    writeSync(1, `${JSON.parse(readFileSync(at("package.json"), "utf8")).version}\n`)
    return true
  } catch {
    return false
  }
}

function fail(message, next) {
  const words = `${message}\nNext: ${next}`
  process.stderr.write(`${process.stderr.isTTY ? words : JSON.stringify({ code: "NotInstalled", message, next })}\n`)
  process.exit(1)
}

/** A clone that has not been built yet. */
async function build() {
  if (!existsSync(bundler)) fail(`${built.pathname} is missing.`, "Install lockdesk again.")
  const { spawnSync } = await import("node:child_process")
  const { fileURLToPath } = await import("node:url")
  process.stderr.write("Building lockdesk, once ...\n")
  const { status } = spawnSync(process.execPath, [fileURLToPath(bundler), "--if-stale"], {
    cwd: fileURLToPath(at("")),
    stdio: ["ignore", 2, 2]
  })
  if (status !== 0)
    fail("lockdesk could not be built; the reason stands above.", "Run npm ci in the clone and try again.")
}

/** Delegates everything to the newer Node: input, output, signals and the exit code. */
async function runOnOwnNode() {
  if (!existsSync(ownNode)) {
    fail(
      `Node ${process.version} is too old, and none is installed beside lockdesk.`,
      `Run npm ci, or use Node ${nodeMajor}.`
    )
  }
  const { spawn } = await import("node:child_process")
  const { fileURLToPath } = await import("node:url")
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  const child = spawn(fileURLToPath(ownNode), args, { stdio: "inherit" })
  // Ctrl+C reaches the child directly; pass on signals sent only to this process.
  process.on("SIGINT", () => undefined)
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  child.on("exit", (code, signal) => {
    if (signal !== null) process.kill(process.pid, signal)
    process.exitCode = code ?? 1
  })
}
