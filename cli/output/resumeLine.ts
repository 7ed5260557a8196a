import { shellWord } from "#core/base/shellWord.ts"
import type { Call } from "#cli/Call.ts"
import { pathText } from "#cli/specs/CommandSpec.ts"
import { globalOptions } from "#cli/specs/globalOptions.ts"

/** `--unit=-5`: a separate value that starts with a dash would be read as an option. */
const option = (flag: string, value: string | true): string =>
  value === true ? flag : `${flag}${value.startsWith("-") && value !== "-" ? "=" : " "}${shellWord(value)}`

/** The global flags as given. `--json` without names would take the next word, so it goes last. */
const globals = ({ flags }: Call): ReadonlyArray<string> => {
  const given = globalOptions.flatMap(({ key, flag }) => {
    const value = flags[key]
    return value === undefined ? [] : [[flag, value] as const]
  })
  return given
    .sort(([, a], [, b]) => Number(a === true) - Number(b === true))
    .map(([flag, value]) => option(flag, value))
}

/** The command as given, with the inputs in `given` replaced, as a shell line. */
export const sameLine = (call: Call, given: Call["given"] = {}): string => {
  const all = { ...call.given, ...given }
  const inputs = call.spec.inputs.flatMap((input) => {
    const value = all[input.key]
    return value === undefined || input.place === "global" || input.place === "asked" ? [] : [{ input, value }]
  })
  const options = inputs.flatMap(({ input, value }) =>
    input.place === "option" ? [option(`--${input.name}`, value)] : []
  )
  const places = inputs.flatMap(({ input, value }) => (input.place === "argument" ? [shellWord(String(value))] : []))
  const dashes = places.some((word) => word.startsWith("-")) ? ["--"] : []
  return ["lockdesk", pathText(call.spec), ...options, ...globals(call), ...dashes, ...places].join(" ")
}

/** A line of another command, for the same server and company. */
export const otherLine = (call: Call, words: string): string =>
  ["lockdesk", words, ...globals({ ...call, flags: kept(call.flags) })].join(" ")

const kept = ({ profile, host, company, json, ndjson }: Call["flags"]): Call["flags"] => ({
  ...(profile === undefined ? {} : { profile }),
  ...(host === undefined ? {} : { host }),
  ...(company === undefined ? {} : { company }),
  ...(json === true ? { json } : {}),
  ...(ndjson === undefined ? {} : { ndjson })
})
