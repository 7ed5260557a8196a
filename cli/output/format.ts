import type { GlobalValues } from "#cli/specs/globalOptions.ts"
import type { Format } from "./Terminal.ts"

/** The output format from the flags: `--ndjson` also uses the fields of `--json`. */
export const formatOf = (flags: GlobalValues): Format => {
  const fields = typeof flags.json === "string" ? flags.json.split(",") : null
  if (flags.ndjson === true) return { kind: "ndjson", fields }
  return flags.json === undefined ? { kind: "table" } : { kind: "json", fields }
}
