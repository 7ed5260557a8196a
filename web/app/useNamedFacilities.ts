import { useMemo } from "react"
import type { FacilityId } from "#core/base/ids.ts"
import { facilityNamed, facilityNamesOf } from "#core/facilities/facilityNamed.ts"
import type { NamedFacility } from "#core/facilities/findFacility.ts"
import { naturally } from "./naturally.ts"

/** These facilities by name. Names come from `known`, the facilities loaded so far. */
export const useNamedFacilities = (
  facilityIDs: ReadonlyArray<FacilityId>,
  known: ReadonlyArray<NamedFacility> | undefined
): ReadonlyArray<NamedFacility> => {
  const names = useMemo(() => facilityNamesOf(known ?? []), [known])
  return useMemo(
    () =>
      facilityIDs
        .map((facilityID) => ({ facilityID, facilityName: facilityNamed(names, facilityID) }))
        .toSorted((one, other) => naturally(one.facilityName, other.facilityName)),
    [facilityIDs, names]
  )
}
