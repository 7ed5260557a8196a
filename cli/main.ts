import { writeSync } from "node:fs"
import packageFile from "../package.json" with { type: "json" }

const argv = process.argv.slice(2)

// The version needs no parser; everything else loads what it needs and nothing more.
if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
  writeSync(1, `${packageFile.version}\n`)
} else {
  const { main } = await import("./program.ts")
  // What is still open then (an answer nobody read to its end, a connection kept alive) would only be waited for.
  process.exit(await main(argv, packageFile.version))
}
