import { Effect } from "effect"
import { type ApiClient } from "#core/api/ApiClient.ts"
import { closest } from "#core/base/closest.ts"
import { typedNumber } from "#core/base/findNamed.ts"
import { listFacilities } from "#core/commands/placeCommands.ts"
import type { Facility } from "#core/facilities/Facility.ts"
import { facilityList, findFacility } from "#core/facilities/findFacility.ts"
import { runOf } from "#core/commands/runOf.ts"
import type { Call } from "#cli/Call.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure, isFailure } from "#cli/output/Failure.ts"

const notFound = "FacilityNotFound"

/** Finds a facility by typed text. Fails if it is not one of the user's, or is ambiguous. */
export const facilityOf = (typed: string, whole = false): Effect.Effect<Facility, unknown, ApiClient> =>
  Effect.flatMap(runOf(listFacilities)({}), ({ data }) => facilityAmong(data, typed, whole))

/**
 * The id of a facility by typed text. With `orDeleted`, a name must be the full name, and the server decides about a number that
 * is not listed.
 */
export const facilityIdOf = (typed: string, orDeleted = false): Effect.Effect<number, unknown, ApiClient> =>
  facilityOf(typed, orDeleted).pipe(
    Effect.map(({ facilityID }) => facilityID),
    Effect.catch((error) => {
      const number = orDeleted && isFailure(error) && error.facts.code === notFound ? typedNumber(typed) : null
      return number === null ? Effect.fail(error) : Effect.succeed(number)
    })
  )

/** The ids of a typed list of facilities (`facilityList`), separated by commas as commands take them. */
export const facilityIdsOf = (typed: string): Effect.Effect<string, unknown, ApiClient> =>
  Effect.gen(function* () {
    const { data } = yield* runOf(listFacilities)({})
    const found = yield* Effect.forEach(facilityList(data, typed), (name) => facilityAmong(data, name))
    return found.map(({ facilityID }) => facilityID).join(",")
  })

/** The typed inputs, with facility lists replaced by ids. */
export const withFacilities = Effect.fnUntraced(function* (call: Call, keys: ReadonlyArray<string>) {
  const given: Record<string, string | true | undefined> = { ...call.given }
  for (const key of keys) {
    const typed = given[key]
    if (typeof typed === "string") given[key] = yield* facilityIdsOf(typed)
  }
  return { ...call, given } satisfies Call
})

const facilityAmong = (
  facilities: ReadonlyArray<Facility>,
  typed: string,
  whole = false
): Effect.Effect<Facility, Failure> => {
  const match = findFacility(facilities, typed, whole)
  switch (match.kind) {
    case "found":
      return Effect.succeed(match.one)
    case "ambiguous":
      return Effect.fail(
        new Failure({
          code: "AmbiguousFacility",
          message: `'${typed}' could be any of ${match.candidates.length} facilities.`,
          next: "Use the full name or the ID.",
          exit: exitCodes.conflict,
          field: "facility",
          candidates: match.candidates.map((facility) => `${facility.facilityID}  ${facility.facilityName}`)
        })
      )
    case "unknown": {
      const near = closest(
        typed,
        facilities.map((facility) => facility.facilityName)
      )
      return Effect.fail(
        new Failure({
          code: notFound,
          message: `You have no facility '${typed}'.${near === undefined ? "" : ` Did you mean '${near}'?`}`,
          next: "See lockdesk facilities ls.",
          exit: exitCodes.notFound,
          field: "facility"
        })
      )
    }
  }
}
