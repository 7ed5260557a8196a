import { lazyPart } from "#web/app/lazyPart.ts"
import { placeholderClosedBy } from "#web/ui/placeholder.ts"

const Placeholder = placeholderClosedBy("layer.close")

/** The filter of one column, loaded when a grid is first used. */
export const FilterPopover = lazyPart(() => import("./FilterPopover.tsx"), "FilterPopover", Placeholder)

/** Everything a grid can be set to, loaded when a grid is first used. */
export const GridPanel = lazyPart(() => import("./GridPanel.tsx"), "GridPanel", Placeholder)
