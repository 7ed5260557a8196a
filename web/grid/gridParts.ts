import { createElement } from "react"
import { lazyPart } from "#web/app/lazyPart.ts"
import { dialogPart } from "#web/ui/frontPart.ts"

/** The filter of one column. Loads when a grid is first used. */
export const FilterPopover = dialogPart(() => import("./FilterPopover.tsx"), "FilterPopover")

/** The dialog with all settings of a grid. Loads when a grid is first used. */
export const GridPanel = dialogPart(() => import("./GridPanel.tsx"), "GridPanel")

/** Shown for the bar if the server is lost before it has loaded. */
const Count = ({ count }: { readonly count: number }) => createElement("p", null, `${count} selected`)

/** The selected rows and their commands. Loads when a grid is first used. */
export const SelectionBar = lazyPart(() => import("./SelectionBar.tsx"), "SelectionBar", Count)
