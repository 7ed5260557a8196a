import { useEffect } from "react"
import type { FacilityId } from "#core/base/ids.ts"
import { center } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { facilitiesText } from "./facilitiesText.ts"
import type { FmsRow } from "./fmsRows.ts"

interface FmsSelection {
  readonly rows: ReadonlyArray<FmsRow>
  /** Rows that match the search and the filters. */
  readonly shown: ReadonlyArray<FmsRow>
  readonly chosen: ReadonlySet<FacilityId>
  readonly onChosen: (chosen: ReadonlySet<FacilityId>) => void
}

/**
 * Makes the facilities selected in the table available to the palette and the keys. A facility that can no longer be
 * tested is deselected, so that the count matches what will be tested.
 */
export const useFmsSelection = ({ rows, shown, chosen, onChosen }: FmsSelection): void => {
  const kept = rows.filter(({ facilityID, testable }) => testable && chosen.has(facilityID))
  useEffect(() => {
    if (rows.length > 0 && kept.length < chosen.size) onChosen(new Set(kept.map(({ facilityID }) => facilityID)))
  }, [rows.length, kept.length, chosen, onChosen])
  // The palette and the bar depend on the selection.
  useEffect(() => center.changed(), [chosen])
  const clear = (): void => onChosen(new Set())
  const testable = shown.filter((row) => row.testable).map(({ facilityID }) => facilityID)
  const heading = facilitiesText(chosen.size)
  useCommands({
    scope: "anywhere",
    handlers: {
      "list.selectAll": () => onChosen(new Set(testable.every((id) => chosen.has(id)) ? [] : testable)),
      ...(chosen.size === 0 ? {} : { "layer.close": clear, "list.clearSelection": clear })
    },
    rows: () =>
      chosen.size === 0
        ? null
        : {
            heading,
            titles: {
              "fms.test": `Test FMS of ${heading}`,
              "list.clearSelection": `Clear the selection of ${heading}`
            }
          }
  })
}
