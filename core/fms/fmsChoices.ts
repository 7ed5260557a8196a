import { fmsProfiles } from "./fmsFields.ts"
import { Fms, type FmsId } from "./fmsSystems.ts"

/** The options for management software in the form of a facility that has `now`: the offered ones, and its own. */
export const fmsChoices = (now: FmsId | null): ReadonlyArray<FmsId> =>
  Fms.ids.filter((id) => id === now || fmsProfiles[id].choice === "offered")
