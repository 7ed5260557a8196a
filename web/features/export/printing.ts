import { printLimits } from "#core/exports/exportLimits.ts"
import { logTime } from "#web/app/times.ts"
import type { Listed, ListedColumn } from "#web/grid/GridExport.ts"
import { cellText, placesOf, rowsMeant, rowsText } from "./listedWords.ts"

/** The contents of a printed sheet. */
export interface Paper {
  readonly title: string
  /** Company, facility, filters and time, one per line. */
  readonly facts: ReadonlyArray<string>
  readonly columns: ReadonlyArray<ListedColumn>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

/** Where the sheet comes from. */
export interface PaperFrom {
  readonly company: string
  readonly facility: string | null
  readonly now: number
}

const narrowedBy = ({ query, scope, columns, selected }: Listed): string => {
  const filters = Object.entries(query.filters)
    .filter(([, value]) => value !== "")
    .map(([id, value]) => `${columns.find((column) => column.id === id)?.title ?? id}: ${value}`)
  const { shown } = scope
  const parts = [
    ...(shown === undefined ? [] : [shown]),
    ...(query.search === "" ? [] : [`search '${query.search}'`]),
    ...filters,
    ...(selected.length === 0 ? [] : ["selected rows only"])
  ]
  return parts.length === 0 ? "none" : parts.join(", ")
}

/** The sheet for the listed rows: at most 6000, with a note if there are more (001 §9). */
export const paperOf = (listed: Listed, { company, facility, now }: PaperFrom): Paper => {
  const { columns, rows } = listed
  const meant = rowsMeant(listed)
  const texts = placesOf(listed, printLimits.most).flatMap((place) => {
    const values = rows?.valuesAt(place)
    return values == null ? [] : [columns.map((column, at) => cellText(column, values[at] ?? null))]
  })
  return {
    title: listed.label,
    facts: [
      company,
      ...(facility === null ? [] : [`Facility: ${facility}`]),
      `Filter: ${narrowedBy(listed)}`,
      texts.length < meant ? `The first ${rowsText(texts.length)} of ${rowsText(meant)}` : rowsText(texts.length),
      `Printed: ${logTime(now)} UTC`
    ],
    columns,
    rows: texts
  }
}

/** The confirmation before printing more than 750 rows (001 §9), or null. */
export const printQuestion = (listed: Listed): { readonly title: string; readonly more: string | null } | null => {
  const meant = rowsMeant(listed)
  if (meant <= printLimits.asksBeyond) return null
  const [what, toPrint] = listed.selected.length > 0 ? ["selection", "Select the others"] : ["list", "Filter the list"]
  return {
    title: `You are about to print ${rowsText(Math.min(meant, printLimits.most))}. Are you sure?`,
    more:
      meant > printLimits.most
        ? `The ${what} has ${rowsText(meant)}. Only the first ${rowsText(printLimits.most)} will be printed. ${toPrint} to print the rest.`
        : null
  }
}
