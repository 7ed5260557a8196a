import { writeSync } from "node:fs"
import { version } from "#core/base/version.ts"

const argv = process.argv.slice(2)

// The version needs no parser; everything else loads only what it needs.
if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
  writeSync(1, `${version}\n`)
} else {
  const { main } = await import("./program.ts")
  // Don't wait for open resources, such as an unread response or a kept-alive connection.
  process.exit(await main(argv))
}
