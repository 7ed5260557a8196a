import { writeSync } from "node:fs"
import packageFile from "../package.json" with { type: "json" }

const argv = process.argv.slice(2)

// The version needs no parser; everything else loads only what it needs.
if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
  writeSync(1, `${packageFile.version}\n`)
} else {
  const { main } = await import("./program.ts")
  // Don't wait for open resources, such as an unread response or a kept-alive connection.
  process.exit(await main(argv, packageFile.version))
}
