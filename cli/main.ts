import { writeSync } from "node:fs"
import { version } from "#core/base/version.ts"

const argv = process.argv.slice(2)

/** Prints the version, which needs no parser. False if it can't be written: the program reports that like any output. */
const printedVersion = (): boolean => {
  try {
    writeSync(1, `${version}\n`)
    return true
  } catch {
    return false
  }
}

// Everything else loads only what it needs.
const isVersion = argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")
if (!isVersion || !printedVersion()) {
  const { main } = await import("./program.ts")
  // Don't wait for open resources, such as an unread response or a kept-alive connection.
  process.exit(await main(argv))
}
