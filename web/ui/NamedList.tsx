import { type ReactNode, useDeferredValue, useMemo, useRef } from "react"
import { naturally } from "#web/app/naturally.ts"
import { useAddressText } from "#web/app/useAddressText.ts"
import { List, type ListProps } from "./List.tsx"
import { ListEmpty } from "./ListEmpty.tsx"
import { rowsOf } from "./ListRows.ts"
import { SearchField } from "./SearchField.tsx"

interface NamedListProps<Row> extends Pick<ListProps<Row>, "label" | "columns" | "card" | "nameOf" | "peek"> {
  /** What one row is called, and what several are. */
  readonly nouns: readonly [one: string, several: string]
  /** Undefined until they are there. */
  readonly items: ReadonlyArray<Row> | undefined
  readonly error: Error | null
  readonly idOf: (row: Row) => number
  readonly searchLabel: string
  /** Whether a row has a text, in small letters, where it is looked for. */
  readonly fits: (row: Row, text: string) => boolean
  /** Why there may be none, and what to do, for a text. */
  readonly hint: (text: string) => string
  /** What else narrows the list. */
  readonly more?: ReactNode
}

/** A list of things that have names: in the order of their names, searched by a text that stands in the address. */
export const NamedList = <Row,>(props: NamedListProps<Row>) => {
  const { nouns, items, error, idOf, nameOf, searchLabel, fits, hint, more } = props
  const [text, setText] = useAddressText("search")
  const wanted = useDeferredValue(text).trim().toLowerCase()
  const field = useRef<HTMLInputElement>(null)
  const rows = useMemo(() => {
    const found = (items ?? []).filter((row) => fits(row, wanted))
    return rowsOf(
      found.toSorted((a, b) => naturally(nameOf(a), nameOf(b))),
      idOf
    )
  }, [items, wanted, fits, nameOf, idOf])
  return (
    <>
      <div className="toolbar">
        {more}
        <SearchField label={searchLabel} text={text} onText={setText} field={field} />
        <p className="toolbar-note muted" role="status">
          {items === undefined ? "" : `${rows.count} ${rows.count === 1 ? nouns[0] : nouns[1]}`}
        </p>
      </div>
      <List
        label={props.label}
        rows={rows}
        columns={props.columns}
        card={props.card}
        nameOf={nameOf}
        peek={props.peek}
        actions={[]}
        onFilter={() => field.current?.focus()}
        busy={items === undefined}
        empty={<ListEmpty loading={items === undefined} error={error} hint={hint(wanted)} />}
      />
    </>
  )
}
