import type { ReactNode } from "react"
import type { GridKind, GridValue } from "./GridExport.ts"

/** The `from` of a column that is shown nowhere until somebody chooses it. */
export const unlessChosen = 10_000

/** What a row has in a column; several things at once are filtered by membership (001 §5). */
export type CellValue = GridValue | ReadonlyArray<string | number>

/** One of the values that a `choice` column is narrowed to. */
export interface GridChoice {
  readonly value: string
  readonly label: string
}

/** A column of a grid. */
export interface GridColumn<Row> {
  /** Names it in the address and in what is remembered: letters, digits and `_`. */
  readonly id: string
  readonly title: string
  /** What stands in the cell; its value as a text where there is none. */
  readonly cell?: (row: Row) => ReactNode
  /** What rows in hand are sorted, filtered, searched, exported and printed by; a source that does so itself reads columns by id. */
  readonly value?: (row: Row) => CellValue | undefined
  /** How values are filtered and exported; `text` when absent. */
  readonly kind?: GridKind
  /** What a `choice` column offers. */
  readonly choices?: ReadonlyArray<GridChoice>
  readonly sortable?: boolean
  readonly filterable?: boolean
  /** The search of rows in hand looks here. */
  readonly searched?: true
  /** Its smallest and first width in pixels; 50 to 1000 once somebody changes it (001 §5). */
  readonly width: number
  /** Its share of what is left over; 1 when absent, 0 for a width that stays. */
  readonly grow?: number
  /** Left out where the grid is narrower, in pixels, unless somebody chose it; paper and files have it at any width. */
  readonly from?: number
  /** On paper and in files only: on the screen another column shows it. */
  readonly paperOnly?: true
  /** Always shown. */
  readonly hideable?: false
  /** Never leaves by export or print. */
  readonly exportable?: false
}

/** Columns that can be sorted by, by id. */
export const sortableIds = (columns: ReadonlyArray<GridColumn<never>>): ReadonlySet<string> =>
  new Set(columns.filter(({ sortable = true }) => sortable).map(({ id }) => id))

/** Columns that can be filtered, by id. */
export const filterableIds = (columns: ReadonlyArray<GridColumn<never>>): ReadonlySet<string> =>
  new Set(columns.filter(({ filterable = true }) => filterable).map(({ id }) => id))

/** A cell's value as it leaves and as it is searched: several things are one text. */
export const plainValue = (value: CellValue | undefined): GridValue =>
  typeof value === "object" && value !== null ? value.join(", ") : (value ?? null)
