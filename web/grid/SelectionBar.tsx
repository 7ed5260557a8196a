import "./SelectionBar.css"
import { useSyncExternalStore } from "react"
import { headById } from "#core/commands/headById.ts"
import type { CommandId } from "#core/commands/registry.ts"
import { titleHere } from "#core/commands/severalLocks.ts"
import { countText } from "#core/base/countText.ts"
import { center } from "#web/app/CommandCenter.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"

interface SelectionBarProps {
  readonly count: number
  /** How many of them a search or a filter hides. */
  readonly hidden?: number
  /** Commands for the selection, in addition to those of every list, with a title for these rows if theirs doesn't fit. */
  readonly actions: ReadonlyArray<readonly [command: CommandId, title?: string]>
}

/** Number of selected rows and the commands for them. At the bottom of the list, so that no row moves. */
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
    <div className="selection-bar" data-sideways="phone" data-over-rows role="group" aria-label="Selected rows">
      <strong>{countText(count)} selected</strong>
      {hidden === 0 ? null : <span className="muted">{countText(hidden)} not shown</span>}
      {offered.map(([command, title]) => (
        <CommandButton key={command} command={command}>
          {title ?? titleHere(headById(command) ?? { title: command })}
        </CommandButton>
      ))}
    </div>
  )
}
