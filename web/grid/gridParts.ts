import { dialogPart } from "#web/ui/frontPart.ts"

/** The filter of one column, loaded when a grid is first used. */
export const FilterPopover = dialogPart(() => import("./FilterPopover.tsx"), "FilterPopover")

/** Everything a grid can be set to, loaded when a grid is first used. */
export const GridPanel = dialogPart(() => import("./GridPanel.tsx"), "GridPanel")
