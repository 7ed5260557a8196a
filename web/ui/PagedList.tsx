import type { InfiniteData } from "@tanstack/react-query"
import { type ReactNode, useMemo } from "react"
import type { CommandId } from "#core/commands/registry.ts"
import { countText } from "#core/base/countText.ts"
import { List, type ListProps } from "./List.tsx"
import { ListEmpty } from "./ListEmpty.tsx"
import { rowsOf } from "./ListRows.ts"
import { MoreRows } from "./MoreRows.tsx"

/** A page of a list, newest first, with the total number of rows if the server counts them. */
export interface ListPiece<Row> {
  readonly data: ReadonlyArray<Row>
  readonly totalCount?: number
}

interface PagedListProps<Row> extends Omit<ListProps<Row>, "rows" | "busy" | "empty" | "actions"> {
  readonly query: {
    readonly data: InfiniteData<ListPiece<Row>> | undefined
    readonly error: Error | null
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
  readonly idOf: (row: Row) => number
  /** Singular and plural of a row. */
  readonly nouns: readonly [one: string, several: string]
  /** Total number of rows, if the response doesn't have it. */
  readonly total?: number
  /** Why there are no rows, and the next step. */
  readonly hint: string
  /** Content above the list, before the number of rows. */
  readonly above?: ReactNode
}

/** No row menu: rows are opened, and their screen has the commands. */
const noActions: ReadonlyArray<CommandId> = []

/** A list loaded page by page, with the number of loaded rows and a button for more. */
export const PagedList = <Row,>(props: PagedListProps<Row>) => {
  const { query, idOf, nouns, hint, above, ...list } = props
  const { data, error, hasNextPage, isFetchingNextPage } = query
  const items = useMemo(() => data?.pages.flatMap((piece) => piece.data) ?? [], [data])
  const rows = useMemo(() => rowsOf(items, idOf), [items, idOf])
  const total = props.total ?? data?.pages.at(-1)?.totalCount ?? items.length
  const noun = total === 1 ? nouns[0] : nouns[1]
  const shown =
    hasNextPage || props.total !== undefined
      ? `${countText(items.length)} of ${countText(total)}`
      : countText(items.length)
  return (
    <>
      <div className="toolbar">
        {above}
        <p className="toolbar-note muted" role="status">
          {data === undefined ? "" : isFetchingNextPage ? `Loading… ${shown} ${noun}` : `${shown} ${noun}`}
        </p>
      </div>
      <List
        {...list}
        actions={noActions}
        rows={rows}
        busy={(data === undefined && error === null) || isFetchingNextPage}
        empty={<ListEmpty loading={data === undefined} error={error} hint={hint} />}
      />
      <MoreRows query={query} noun={nouns[1]} />
    </>
  )
}
