import { lazyPart } from "#web/app/lazyPart.ts"
import { useCommands } from "#web/app/useCommands.ts"

/** Takes the keys of a part that was asked for before it was loaded: none of them reaches the list behind it. */
const Coming = ({ onClose }: { readonly onClose: () => void }) => {
  useCommands({ scope: "lists", modal: true, handlers: { "layer.close": onClose } })
  return null
}

/** The filter of one column, loaded when a grid is first used. */
export const FilterPopover = lazyPart(() => import("./FilterPopover.tsx"), "FilterPopover", Coming)

/** Everything a grid can be set to, loaded when a grid is first used. */
export const GridPanel = lazyPart(() => import("./GridPanel.tsx"), "GridPanel", Coming)
