import type { Lock } from "#core/locks/Lock.ts"
import { lockColorName } from "#core/locks/lockColors.ts"
import type { GridColumn } from "./GridColumn.ts"

/** The name of a lock's color, in prints and files only: screens show a dot beside the serial code. */
export const lockColorColumn: GridColumn<Pick<Lock, "color">> = {
  id: "color",
  title: "Color",
  paperOnly: true,
  sortable: false,
  filterable: false,
  value: ({ color }) => lockColorName(color),
  width: 76
}
