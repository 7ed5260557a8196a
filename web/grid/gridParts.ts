import { frontPart } from "#web/ui/frontPart.ts"

/** The filter of one column, loaded when a grid is first used. */
export const FilterPopover = frontPart(
  () => import("./FilterPopover.tsx"),
  "FilterPopover",
  ({ onClose }) => onClose()
)

/** Everything a grid can be set to, loaded when a grid is first used. */
export const GridPanel = frontPart(
  () => import("./GridPanel.tsx"),
  "GridPanel",
  ({ onClose }) => onClose()
)
