import type { JobId } from "#core/base/ids.ts"
import type { ImportKind } from "#core/jobs/Job.ts"
import { importRoutes } from "#core/navigation/importRoutes.ts"
import { routeOf } from "#core/navigation/routes.ts"

/** Steps of an import that the user can open. After them the server's state decides. */
export const importSteps = [
  { id: "columns", title: "Columns" },
  { id: "check", title: "Check" },
  { id: "preview", title: "Preview" }
] as const
export type ImportStep = (typeof importSteps)[number]["id"]

/** The step named in the URL, or Columns. */
export const stepOf = (text: unknown): ImportStep => importSteps.find(({ id }) => id === text)?.id ?? "columns"

/** Link to an import. Its ID is in the URL, so a reload or another tab shows the same import. */
export const importSearch = (kind: ImportKind, importID: JobId | null, step?: ImportStep) => ({
  to: routeOf(importRoutes[kind]).path,
  search: importID === null ? {} : { import: importID, ...(step === undefined ? {} : { step }) }
})

/** The path of an import, for messages about it. */
export const importPath = (kind: ImportKind, importID: JobId): string =>
  `${routeOf(importRoutes[kind]).path}?import=${importID}`

/** Selects where a step of an import starts: its name among the steps, the title of the result, or the choice of a file. */
export const stepStart = "[aria-current=step] button, #import-now, [data-command='importScreen.choose']"
