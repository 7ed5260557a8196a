import { enableCompileCache } from "node:module"
import { join } from "node:path"
import packageFile from "../package.json" with { type: "json" }

// Before anything else is loaded: what is compiled once is read from the cache from then on. It is beside the built file,
// where nobody else can put anything, unlike in the temporary folder that all users share.
if (!import.meta.url.endsWith(".ts")) enableCompileCache(join(import.meta.dirname, ".compile-cache"))

const argv = process.argv.slice(2)

// The version needs no parser, and the palette no command line; each loads what it needs and nothing more.
if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
  process.stdout.write(`${packageFile.version}\n`)
} else {
  const { main } = await import("./program.ts")
  // What is still open then (an answer nobody read to its end, a connection kept alive) would only be waited for.
  process.exit(await main(argv, packageFile.version))
}
