import { Effect } from "effect"
import type { FacilityId } from "#core/base/ids.ts"
import { changeNames } from "#core/commands/changeNames.ts"
import type { FacilityNames } from "#core/facilities/facilityNamed.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import type { Call } from "#cli/Call.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { userFacts } from "./userColumns.ts"

/** For facilities whose names are not needed, or not visible. */
export const noNames: FacilityNames = new Map()

/** Names of users' facilities. Loaded only if names are shown or searched: JSON has the ids. */
export const namesFor = (
  { terminal, given }: Call,
  users: ReadonlyArray<{ readonly facilityIDs: ReadonlyArray<FacilityId> }>
) => {
  const named = terminal.outputOptions.format.kind === "table" || given["search"] !== undefined
  return named && users.some(({ facilityIDs }) => facilityIDs.length > 0)
    ? Effect.map(changeNames(false), ({ facilities }) => facilities)
    : Effect.succeed(noNames)
}

/** A user line by line, with facility names. */
export const shownUser = ({ data }: { readonly data: TeamUser }, _: unknown, call: Call) =>
  Effect.map(namesFor(call, [data]), (names) => shownRecord(data, userFacts(names)))
