import type { ImportKind } from "#core/jobs/Job.ts"
import { importRoutes } from "#core/navigation/importRoutes.ts"
import { routeOf } from "#core/navigation/routes.ts"

/** Steps of an import that can be gone to; what comes behind them is where the import itself is. */
export const importSteps = [
  { id: "columns", title: "Columns" },
  { id: "check", title: "Check" },
  { id: "preview", title: "Preview" }
] as const
export type ImportStep = (typeof importSteps)[number]["id"]

/** The step that an address names; the columns where it names none. */
export const stepOf = (text: unknown): ImportStep => importSteps.find(({ id }) => id === text)?.id ?? "columns"

/** The address of an import: it stands in it, so that a reload and another tab are where this one is. */
export const importSearch = (kind: ImportKind, importID: number | null, step?: ImportStep) => ({
  to: routeOf(importRoutes[kind]).path,
  search: importID === null ? {} : { import: importID, ...(step === undefined ? {} : { step }) }
})
