import { useEffect } from "react"
import { center } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { facilitiesText } from "./facilitiesText.ts"
import type { FmsRow } from "./fmsRows.ts"

interface FmsSelection {
  readonly rows: ReadonlyArray<FmsRow>
  /** Those that the search and the filters leave. */
  readonly shown: ReadonlyArray<FmsRow>
  readonly chosen: ReadonlySet<number>
  readonly onChosen: (chosen: ReadonlySet<number>) => void
}

/**
 * What the palette and the keys know of the facilities that are selected in the table. A facility that can no longer be tested
 * leaves the selection: what is counted is what is tested.
 */
export const useFmsSelection = ({ rows, shown, chosen, onChosen }: FmsSelection): void => {
  const kept = rows.filter(({ facilityID, testable }) => testable && chosen.has(facilityID))
  useEffect(() => {
    if (rows.length > 0 && kept.length < chosen.size) onChosen(new Set(kept.map(({ facilityID }) => facilityID)))
  }, [rows.length, kept.length, chosen, onChosen])
  // What is selected decides what the palette and the bar offer.
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
