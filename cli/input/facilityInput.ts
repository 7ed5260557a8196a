import { Effect } from "effect"
import { type ApiClient } from "#core/api/ApiClient.ts"
import { closest } from "#core/base/closest.ts"
import { listFacilities } from "#core/commands/placeCommands.ts"
import type { Facility } from "#core/facilities/Facility.ts"
import { findFacility } from "#core/facilities/findFacility.ts"
import { runOf } from "#core/commands/runOf.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure } from "#cli/output/Failure.ts"

/** The facility a person named. Fails when it is none of theirs, or when several could be meant. */
export const facilityOf = Effect.fnUntraced(function* (typed: string): Effect.fn.Return<Facility, unknown, ApiClient> {
  const { data: facilities } = yield* runOf(listFacilities)({})
  const match = findFacility(facilities, typed)
  switch (match.kind) {
    case "found":
      return match.facility
    case "ambiguous":
      return yield* Effect.fail(
        new Failure({
          code: "AmbiguousFacility",
          message: `'${typed}' could be any of ${match.candidates.length} facilities.`,
          next: "Give the whole name or the id.",
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
      return yield* Effect.fail(
        new Failure({
          code: "FacilityNotFound",
          message: `No facility of yours is called '${typed}'.${near === undefined ? "" : ` Did you mean '${near}'?`}`,
          next: "See lockdesk facilities ls.",
          exit: exitCodes.notFound,
          field: "facility"
        })
      )
    }
  }
})
