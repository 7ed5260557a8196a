import { basename } from "node:path"
import { Effect } from "effect"
import { words } from "#core/api/problem.ts"
import { setSubdomainLogo } from "#core/commands/subdomainCommands.ts"
import { logoHeadBytes, logoRefusal } from "#core/subdomains/logoRules.ts"
import { logoLimits } from "#core/subdomains/subdomainLimits.ts"
import { made } from "#cli/commands/dryRun.ts"
import { mustBeAllowed } from "#cli/session.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { bytesOfFile, sizeOfFile } from "#cli/input/givenFile.ts"
import { readInput } from "#cli/input/readInput.ts"
import { Failure } from "#cli/output/Failure.ts"
import { show, shownRecord } from "#cli/output/shown.ts"
import { subdomainColumns } from "./subdomainColumns.ts"

const refused = (path: string, message: string, next: string): Failure =>
  new Failure({ code: "LogoRefused", message: `${path}: ${message}`, next, exit: exitCodes.usage, field: "file" })

const logoFile = (path: string): File => {
  const size = sizeOfFile(path, refused)
  // A file that is too large is not read further.
  const bytes = size > logoLimits.fileBytes ? new Uint8Array() : bytesOfFile(path, refused)
  const refusal = logoRefusal({ size, head: bytes.subarray(0, logoHeadBytes) })
  if (refusal === null) return new File([bytes], basename(path))
  const { error, next } = words(refusal)
  throw refused(path, error, next)
}

export const verb = verbOf(setSubdomainLogo, {
  run: Effect.fnUntraced(function* (call: Call) {
    const { subdomain, file: path } = yield* readInput(call, setSubdomainLogo.input)
    const file = yield* Effect.try({ try: () => logoFile(String(path)), catch: (cause) => cause })
    yield* mustBeAllowed(setSubdomainLogo)
    const { data } = yield* made(call, setSubdomainLogo, { subdomain, file })
    return yield* show(call.terminal, shownRecord(data, subdomainColumns))
  })
})
