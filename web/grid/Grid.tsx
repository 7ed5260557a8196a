import "./Grid.css"
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react"
import type { CommandId } from "#core/commands/registry.ts"
import { countText } from "#core/base/countText.ts"
import type { SelectedRows } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useKeptInput } from "#web/app/keptInputs.ts"
import { useLoadedOnUse } from "#web/app/useLoadedLater.ts"
import { List, type ListColumn, type ListProps } from "#web/ui/List.tsx"
import type { ListHead } from "#web/ui/ListHeader.tsx"
import { ListEmpty } from "#web/ui/ListEmpty.tsx"
import { ListPages } from "#web/ui/ListPages.tsx"
import { allSelected, hiddenOf, type ListPlace, movedTo, nowhere, placesIn } from "#web/ui/listPlace.ts"
import { FilterPopover, GridPanel, SelectionBar, viewForm } from "./gridParts.ts"
import { type GridColumn, plainValue } from "./GridColumn.ts"
import { type Listed, publishListed } from "./GridExport.ts"
import type { PanelPart } from "./GridPanel.tsx"
import { type GridQuery, type GridSort, pageRange, pagesOf } from "./GridQuery.ts"
import { type GridSource, useGridRows } from "./GridSource.ts"
import { GridText } from "./GridText.tsx"
import { GridToolbar } from "./GridToolbar.tsx"
import { useCopySelected } from "./useCopySelected.ts"
import { useGridCommands } from "./useGridCommands.ts"
import { type GridScreen, useGridState } from "./useGridState.ts"
import { useSelectAllLater } from "./useSelectAllLater.ts"
import { useWhole } from "./useWhole.ts"
import { useGridTable } from "./useGridTable.ts"

/** Features that the list itself has. */
type OfList =
  | "label"
  | "card"
  | "cardHeight"
  | "cardsBelow"
  | "nameOf"
  | "peek"
  | "onOpen"
  | "mayOpen"
  | "lockOf"
  | "lockByID"
  | "selectable"
  | "where"
  | "onWhere"

export interface GridProps<Row> extends Pick<ListProps<Row>, OfList> {
  /** The screen whose URL keeps the list's state. Null if two lists share a screen; then nothing is kept or saved. */
  readonly at: GridScreen | null
  /** Key of the list for stored settings and exports: `locks`. */
  readonly list: string
  /** Singular and plural of a row. */
  readonly nouns: readonly [one: string, several: string]
  /** Pass the same array while the columns don't change. */
  readonly columns: ReadonlyArray<GridColumn<Row>>
  /** Pass the same object, with the same `find`, while the rows don't change. */
  readonly source: GridSource<Row>
  /** Commands in the selection bar, in addition to those of every list, with their titles for several rows if those differ. */
  readonly bulk?: ReadonlyArray<readonly [command: CommandId, title?: string]>
  /** Text of a selected row for copying; defaults to its name. */
  readonly copied?: (row: Row) => string
  /** Commands in a row's `.` menu. */
  readonly actions?: ReadonlyArray<CommandId>
  /** Placeholder of the search field, 'Search Serial Code or Unit'. Without it there is no search. */
  readonly searchLabel?: string
  /** Search text used while the URL has none. */
  readonly firstSearch?: string
  readonly onSearch?: (text: string) => void
  /** Additional filters next to the search field. */
  readonly more?: ReactNode
  /** Values of those filters for the export: `{ facilityID: "3" }`. `shown` names a filter in words, for the printed sheet. */
  readonly scope?: Readonly<Record<string, string>>
  /** Default page size (001 §9: 10). */
  readonly firstCount?: number
  readonly firstSort?: GridSort
  /** Why there are no rows, and the next step. */
  readonly hint: (query: GridQuery) => string
}

const noScope = {}
const noActions: ReadonlyArray<CommandId> = []
const noBulk: NonNullable<GridProps<never>["bulk"]> = []

/** Below this width in pixels the current page number has no neighbors (001 §9). */
const siblingsFrom = 586

/** Every list of the console: sorting, filters, search, pages, selection and configurable columns. */
export const Grid = <Row,>(props: GridProps<Row>) => {
  const {
    at,
    list,
    nouns,
    columns,
    source,
    hint,
    searchLabel,
    firstSearch = "",
    onSearch,
    more,
    scope = noScope,
    bulk = noBulk,
    copied = props.nameOf,
    actions = noActions,
    firstCount = 10,
    firstSort = null,
    where: given,
    onWhere,
    ...ofList
  } = props
  const { label } = ofList
  const inAddress = at !== null
  const asNever = columns as ReadonlyArray<GridColumn<never>>
  const state = useGridState({
    at,
    list,
    columns: asNever,
    firstCount,
    firstSort,
    firstSearch,
    onSearch
  })
  const { query } = state
  const { rows, loading, error } = useGridRows(source, query)
  const { coming = null, ready = true } = source
  const inHand = "find" in source
  const whole = useWhole(ready && !(inHand && loading), error !== null || (coming?.failure ?? null) !== null)
  const [frame, setFrame] = useState({ width: 0, cards: false })
  const table = useGridTable({ list, columns: asNever, width: frame.width, sort: query.sort, onSort: state.sort })
  const [own, setOwn] = useState<ListPlace>(nowhere)
  const [where, setWhere] = [given ?? own, onWhere ?? setOwn]
  const keptName = useKeptInput(viewForm(list))
  const [panel, setPanel] = useState<PanelPart | null>(keptName === null ? null : "views")
  const [filtering, setFiltering] = useState<{ readonly id: string; readonly anchor: HTMLElement } | null>(null)
  const frameBox = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)

  const [from, to] = pageRange(rows.count, query.page, query.count)
  const page = Math.floor(from / query.count)
  const pages = pagesOf(rows.count, query.count)
  const goToPage = (next: number): void => {
    const target = Math.max(0, Math.min(pages - 1, next))
    if (target === page) return
    state.page(target)
    // If a row was current, make the first row of the new page current.
    if (where.current !== null) setWhere(movedTo(where, rows, target * query.count))
    frameBox.current?.scrollIntoView({ block: "nearest" })
  }
  const scoped = JSON.stringify(scope)
  const scopedBefore = useRef(scoped)
  useEffect(() => {
    if (scopedBefore.current === scoped) return
    scopedBefore.current = scoped
    state.page(0)
  }, [scoped])

  const shown = table.shown.join(" ")
  const listed = useMemo(() => columns.filter(({ id }) => shown.split(" ").includes(id)), [columns, shown])
  const { widths } = table
  const drawn = useMemo(() => listed.map((column) => drawnColumn(column, widths[column.id])), [listed, widths])

  const hidden = useMemo(() => hiddenOf({ selected: where.selected }, rows), [where.selected, rows])
  const readListed = (): Listed => {
    const leaving = columns.filter(({ id, exportable = true }) => exportable && table.leaving.includes(id))
    return {
      list,
      label,
      columns: leaving.map(({ id, title, kind = "text" }) => ({ id, title, kind })),
      all: asNever,
      query,
      scope,
      count: rows.count,
      selected: [...where.selected],
      hidden,
      rows: inHand
        ? {
            count: rows.count,
            idAt: rows.idAt,
            placeOf: rows.placeOf,
            valuesAt: (place) => {
              const row = rows.at(place)
              return row === undefined ? null : leaving.map(({ value }) => plainValue(value?.(row)))
            }
          }
        : null,
      whole
    }
  }
  const latest = useRef(readListed)
  useEffect(() => {
    latest.current = readListed
  })
  useEffect(() => publishListed(() => latest.current()), [])

  const has = inHand && ready ? source.has : undefined
  useEffect(() => {
    if (has === undefined) return
    const selected = new Set([...where.selected].filter(has))
    if (selected.size < where.selected.size) setWhere({ ...where, selected, range: null })
  }, [has])

  const selecting = useSelectAllLater({
    noun: nouns[1],
    where,
    query,
    selectAll: () => setWhere(allSelected(where, rows))
  })

  const several = where.selected.size
  useCommands({
    scope: "lists",
    handlers: {},
    rows: () => (several < 2 ? null : rowsOfGrid(`${countText(several)} ${nouns[1]}`, bulk))
  })
  useCopySelected({ count: several, hidden }, () =>
    placesIn(where.selected, rows)
      .flatMap((place) => rows.at(place) ?? [])
      .map(copied)
  )

  const headOf = (id: string): HTMLElement | null =>
    frameBox.current?.querySelector<HTMLElement>(`[data-column="${id}"] .list-funnel`) ?? null
  useGridCommands({
    list,
    inAddress,
    state,
    table,
    page,
    goToPage,
    head: () => frameBox.current?.querySelector(".list-head") ?? null,
    open: setPanel,
    openFilter: (id) => {
      const anchor = headOf(id)
      if (anchor === null) setPanel("filter")
      else setFiltering({ id, anchor })
    },
    closeFilter: () => setFiltering(null)
  })

  const { sort, filters } = query
  const { grab } = table
  const heads = useMemo(
    () =>
      Object.fromEntries(
        listed.map(({ id, sortable = true, filterable = true }): readonly [string, ListHead] => [
          id,
          {
            sort: !sortable ? null : sort?.column !== id ? "none" : sort.desc ? "descending" : "ascending",
            filter: !filterable ? null : (filters[id] ?? "") === "" ? "none" : "set",
            onGrab: (event) => grab(id, event)
          }
        ])
      ),
    [listed, sort, filters, grab]
  )
  const filtered = filtering === null ? undefined : asNever.find(({ id }) => id === filtering.id)
  const counted = rows.count === 1 ? `1 ${nouns[0]}` : `${countText(rows.count)} ${nouns[1]}`
  const loadParts = useLoadedOnUse(SelectionBar, FilterPopover, GridPanel)
  return (
    <div ref={frameBox} className="grid" onFocus={loadParts} onPointerEnter={loadParts}>
      <GridToolbar
        searchLabel={searchLabel ?? null}
        text={query.search}
        onText={state.search}
        field={field}
        count={loading || error !== null ? "" : counted}
        coming={coming}
        noun={nouns[1]}
        more={more}
      />
      <List
        {...ofList}
        rows={rows}
        columns={drawn}
        actions={actions}
        onFilter={() => (searchLabel === undefined ? setPanel("filter") : field.current?.focus())}
        heads={heads}
        busy={error === null && (loading || coming?.failure === null)}
        onSelectAll={whole === null ? null : () => void selecting.later(whole)}
        pending={selecting.pending}
        range={[from, to]}
        onPlace={(place) => state.page(Math.floor(place / query.count))}
        where={where}
        onWhere={setWhere}
        onFrame={setFrame}
        empty={<ListEmpty loading={loading} error={error} hint={hint(query)} />}
      />
      {rows.count === 0 ? null : (
        <ListPages
          paging={{ page, pages, from, to, size: state.size }}
          rows={rows.count}
          siblings={frame.width < siblingsFrom ? 0 : 1}
          sized={state.sized}
          narrowing={JSON.stringify([query.search, filters, sort, scope])}
        />
      )}
      {several === 0 ? null : <SelectionBar count={several} hidden={hidden} actions={bulk} />}
      {panel === null ? null : (
        <GridPanel
          list={list}
          label={label}
          part={panel}
          columns={asNever.filter(({ paperOnly = false }) => !paperOnly)}
          shown={table.shown}
          state={state}
          hasViews={inAddress}
          onFilters={state.filters}
          onClose={() => setPanel(null)}
        />
      )}
      {filtering === null || filtered === undefined ? null : (
        <FilterPopover
          key={filtering.id}
          column={filtered}
          text={filters[filtering.id] ?? ""}
          anchor={filtering.anchor}
          onApply={(text) => state.filter(filtering.id, text)}
          onClose={() => setFiltering(null)}
        />
      )}
    </div>
  )
}

/** Titles of the commands for all selected rows, the same in every grid. */
const rowsOfGrid = (heading: string, bulk: NonNullable<GridProps<never>["bulk"]>): SelectedRows => ({
  heading,
  titles: {
    ...Object.fromEntries(bulk.flatMap(([command, title]) => (title === undefined ? [] : [[command, title]]))),
    "list.export": `Export ${heading} to Excel`,
    "list.print": `Print ${heading}`,
    "list.copySelected": `Copy ${heading}`,
    "list.clearSelection": `Clear the selection of ${heading}`
  }
})

const drawnColumn = <Row,>(column: GridColumn<Row>, chosen: number | undefined): ListColumn<Row> => {
  const { id, title, width, grow = 1, value } = column
  const px = chosen ?? width
  return {
    id,
    title,
    track: chosen !== undefined || grow === 0 ? `${px}px` : `minmax(${width}px, ${grow}fr)`,
    least: px,
    cell: column.cell ?? ((row) => <GridText text={textOf(plainValue(value?.(row)))} />)
  }
}

const textOf = (value: ReturnType<typeof plainValue>): string | null =>
  value === null ? null : typeof value === "number" ? countText(value) : String(value)
