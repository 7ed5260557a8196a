import { type ReactNode, type RefObject, useSyncExternalStore } from "react"
import { center } from "#web/app/CommandCenter.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { type Coming, ListLoading } from "#web/ui/ListLoading.tsx"
import { SearchField } from "#web/ui/SearchField.tsx"

interface GridToolbarProps {
  /** What is looked for, as it stands in the empty field; null: there is no search. */
  readonly searchLabel: string | null
  readonly text: string
  readonly onText: (text: string) => void
  readonly field: RefObject<HTMLInputElement | null>
  /** How many rows there are, in words. */
  readonly count: string
  /** What is still loading of the list, or null. */
  readonly coming: Coming | null
  /** What its rows are called. */
  readonly noun: string
  /** What else narrows the list. */
  readonly more?: ReactNode
}

/** What stands above a grid: what narrows it, how many rows there are, what can be done with all of them. */
export const GridToolbar = ({ searchLabel, text, onText, field, count, coming, noun, more }: GridToolbarProps) => {
  useSyncExternalStore(center.subscribe, center.revision)
  return (
    <div className="toolbar">
      {more}
      {searchLabel === null ? null : <SearchField label={searchLabel} text={text} onText={onText} field={field} />}
      <p className="toolbar-note muted" role="status">
        {count}
      </p>
      {coming === null ? null : <ListLoading coming={coming} noun={noun} />}
      <div className="grid-buttons">
        <CommandButton command="list.columns" label="View: sort, filters, columns, saved views">
          View
        </CommandButton>
        {center.handles("list.print") ? <CommandButton command="list.print" /> : null}
        {center.handles("list.export") ? <CommandButton command="list.export" /> : null}
      </div>
    </div>
  )
}
