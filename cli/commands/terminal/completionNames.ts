import { Effect } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import { mostCompanies } from "#core/acting/CompanyChoice.ts"
import type { Picks } from "#core/commands/Command.ts"
import { listCompanies } from "#core/commands/companyCommands.ts"
import { findLocks } from "#core/commands/lockCommands.ts"
import { listFacilities } from "#core/commands/placeCommands.ts"
import type { Facility } from "#core/facilities/Facility.ts"
import { canChoose } from "#core/facilities/canChoose.ts"
import { normalName } from "#core/base/findNamed.ts"
import { runOf } from "#core/commands/runOf.ts"
import type { Call } from "#cli/Call.ts"
import { type LocalCommand, type Verb } from "#cli/commands/Verb.ts"
import type { Candidate } from "#cli/completion/completionTree.ts"
import { namesSpec } from "#cli/completion/namesSpec.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { pickNames } from "#cli/input/pickNames.ts"
import { numberedNames, type PickName } from "#cli/input/PickName.ts"

const command = {
  ...namesSpec,
  keywords: [],
  input: {},
  terminal: { path: namesSpec.path, examples: [] }
} as const satisfies LocalCommand

/** Prints the names that completion offers for a kind of thing, as JSON. */
export const verb: Verb = {
  command,
  hidden: true,
  ofCompany: true,
  run: Effect.fnUntraced(function* (call: Call) {
    const { picks, typed = "", activeOnly } = call.given
    const names = yield* candidatesOf(call, picks as Picks, String(typed), activeOnly === true)
    yield* Effect.promise(() => call.terminal.data(JSON.stringify(names)))
    return exitCodes.done
  })
}

const candidatesOf = (
  call: Call,
  picks: Picks,
  typed: string,
  activeOnly: boolean
): Effect.Effect<ReadonlyArray<Candidate>, unknown, ApiClient> => {
  switch (picks) {
    case "lock":
      return locksStarting(typed)
    case "company":
      return Effect.map(runOf(listCompanies)({ search: typed, limit: mostCompanies }), ({ data }) =>
        numberedNames(data.map(({ companyID, companyName }) => ({ id: companyID, name: companyName }))).map(candidateOf)
      )
    case "facility":
    case "facilities":
      return Effect.map(runOf(listFacilities)({}), ({ data }) => {
        const offered = data.filter((facility) => canChoose(facility, activeOnly))
        return offered.map((facility) => facilityCandidate(facility, offered, picks === "facilities"))
      })
    case "profile": {
      const profiles = Object.entries(call.settings.profiles ?? {})
      return Effect.succeed(profiles.map(([value, { host }]) => ({ value, description: host })))
    }
    default:
      return Effect.map(pickNames(picks, activeOnly), (names) => names.map(candidateOf))
  }
}

const candidateOf = ({ value, names }: PickName): Candidate => ({
  value,
  description: names.filter((name) => name !== value).join(" · ")
})

/** A facility by its name, or by its number if others have that name or if a list would be split inside it. */
const facilityCandidate = (
  { facilityID, facilityName, street, city }: Facility,
  all: ReadonlyArray<Facility>,
  inList: boolean
): Candidate => {
  const same = all.filter((each) => normalName(each.facilityName) === normalName(facilityName))
  const address = [street, city].filter(Boolean).join(", ")
  return same.length > 1 || (inList && /[,;]/.test(facilityName))
    ? { value: String(facilityID), description: [facilityName, address].filter(Boolean).join(" · ") }
    : { value: facilityName, description: address }
}

/** Fewer digits than these match too many locks. */
const leastDigits = 2
const mostLocks = 50

/** Serial codes that start as typed. A search also finds digits further inside, so it may not list all of them. */
const locksStarting = (typed: string): Effect.Effect<ReadonlyArray<Candidate>, unknown, ApiClient> =>
  new RegExp(`^\\d{${leastDigits},8}$`).test(typed)
    ? Effect.map(runOf(findLocks)({ text: typed, limit: mostLocks }), ({ data }) =>
        data.map(({ serialCode, unitNumber, facilityName }) => ({
          value: serialCode,
          description: [unitNumber, facilityName].filter(Boolean).join(" · ")
        }))
      )
    : Effect.succeed([])
