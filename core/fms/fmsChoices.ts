import { fmsProfiles } from "./fmsFields.ts"
import { Fms, type FmsId } from "./fmsSystems.ts"

/** The software that the form offers for a facility that has `now`: the offered ones, and the one it has. */
export const fmsChoices = (now: FmsId | null): ReadonlyArray<FmsId> =>
  Fms.ids.filter((id) => id === now || fmsProfiles[id].choice === "offered")
