import { type ReactNode, type RefObject, useSyncExternalStore } from "react"
import { center } from "#web/app/CommandCenter.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { type Coming, ListLoading } from "#web/ui/ListLoading.tsx"
import { SearchField } from "#web/ui/SearchField.tsx"

interface GridToolbarProps {
  /** Placeholder of the search field; null for no search. */
  readonly searchLabel: string | null
  readonly text: string
  readonly onText: (text: string) => void
  readonly field: RefObject<HTMLInputElement | null>
  /** The number of rows as text. */
  readonly count: string
  /** What is still loading, or null. */
  readonly coming: Coming | null
  /** Plural of its rows. */
  readonly noun: string
  /** Additional filters. */
  readonly more?: ReactNode
}

/** Toolbar above a grid: search and filters, number of rows, and list commands. */
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
