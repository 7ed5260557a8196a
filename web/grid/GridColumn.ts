import type { ReactNode } from "react"
import type { GridKind, GridValue } from "./GridExport.ts"

/** `from` of a column that is hidden until the user shows it. */
export const unlessChosen = 10_000

/** A row's value in a column. For several values, a filter matches if it matches one of them (001 §5). */
export type CellValue = GridValue | ReadonlyArray<string | number>

/** An option of a `choice` column's filter. */
export interface GridChoice {
  readonly value: string
  readonly label: string
}

/** A column of a grid. */
export interface GridColumn<Row> {
  /** Key in the URL and in stored settings: letters, digits and `_`. */
  readonly id: string
  readonly title: string
  /** Renders the cell; defaults to its value as text. */
  readonly cell?: (row: Row) => ReactNode
  /**
   * Value for sorting, filtering, searching, exporting and printing local rows. Sources that do that themselves use
   * the ID.
   */
  readonly value?: (row: Row) => CellValue | undefined
  /** How values are filtered and exported; defaults to `text`. */
  readonly kind?: GridKind
  /** Options of a `choice` column. */
  readonly choices?: ReadonlyArray<GridChoice>
  readonly sortable?: boolean
  readonly filterable?: boolean
  /** The search of local rows includes this column. */
  readonly searched?: true
  /** Minimum and initial width in pixels; 50 to 1000 once the user resizes it (001 §5). */
  readonly width: number
  /** Share of the remaining width; defaults to 1, 0 for a fixed width. */
  readonly grow?: number
  /** Hidden if the grid is narrower than this, in pixels, unless the user shows it. Always printed and exported. */
  readonly from?: number
  /** Only printed and exported; on the screen another column shows it. */
  readonly paperOnly?: true
  /** Always shown. */
  readonly hideable?: false
  /** Never exported or printed. */
  readonly exportable?: false
}

/** IDs of the sortable columns. */
export const sortableIds = (columns: ReadonlyArray<GridColumn<never>>): ReadonlySet<string> =>
  new Set(columns.filter(({ sortable = true }) => sortable).map(({ id }) => id))

/** IDs of the filterable columns. */
export const filterableIds = (columns: ReadonlyArray<GridColumn<never>>): ReadonlySet<string> =>
  new Set(columns.filter(({ filterable = true }) => filterable).map(({ id }) => id))

/** A cell's value for exports and searches. Several values are joined. */
export const plainValue = (value: CellValue | undefined): GridValue =>
  typeof value === "object" && value !== null ? value.join(", ") : (value ?? null)
