import { createElement } from "react"
import { lazyPart } from "#web/app/lazyPart.ts"
import { dialogPart } from "#web/ui/frontPart.ts"

/** The filter of one column. Loads when a grid is first used. */
export const FilterPopover = dialogPart(() => import("./FilterPopover.tsx"), "FilterPopover")

/** The dialog with all settings of a grid. Loads when a grid is first used. */
export const GridPanel = dialogPart(() => import("./GridPanel.tsx"), "GridPanel")

/** The form for the name of a view of a list. If its input outlived a session, the dialog opens again. */
export const viewForm = (list: string): string => `view of ${list}`

interface CountProps {
  readonly count: number
  readonly failed?: boolean
}

/** Shown for the bar until it has loaded, or if it can't be loaded. */
const Count = ({ count, failed = false }: CountProps) => {
  const why = failed ? ". Their buttons didn't load, so use the palette." : ""
  return createElement("p", { role: "status" }, `${count} selected${why}`)
}

/** The selected rows and their commands. Loads when a grid is first used. */
export const SelectionBar = lazyPart(() => import("./SelectionBar.tsx"), "SelectionBar", Count)
