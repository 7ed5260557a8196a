import "./SelectionBar.css"
import { useSyncExternalStore } from "react"
import type { CommandId } from "#core/commands/registry.ts"
import { countText } from "#core/base/countText.ts"
import { center } from "#web/app/CommandCenter.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"

interface SelectionBarProps {
  readonly count: number
  /** How many of them a search or a filter hides. */
  readonly hidden?: number
  /** What can be done with all that is selected, besides what can be done with every list. */
  readonly actions: ReadonlyArray<readonly [command: CommandId, label: string]>
}

/** How many rows are selected and what can be done with them, at the foot of the list: it moves no row. */
export const SelectionBar = ({ count, hidden = 0, actions }: SelectionBarProps) => {
  useSyncExternalStore(center.subscribe, center.revision)
  const everyList = [
    ["list.export", "Export"],
    ["list.print", "Print"],
    ["list.copySelected", "Copy"],
    ["list.deselectHidden", "Deselect hidden"],
    ["list.clearSelection", "Clear"]
  ] as const
  const offered = [...actions, ...everyList.filter(([command]) => center.handles(command))]
  return (
    <div className="selection-bar" data-sideways="phone" role="group" aria-label="Selected rows">
      <strong>{countText(count)} selected</strong>
      {hidden === 0 ? null : <span className="muted">{countText(hidden)} not shown</span>}
      {offered.map(([command, label]) => (
        <CommandButton key={command} command={command}>
          {label}
        </CommandButton>
      ))}
    </div>
  )
}
