import type { ImportKind } from "#core/jobs/Job.ts"
import type { RouteId } from "./routes.ts"

/** The screen of each kind of import. */
export const importRoutes = {
  importFacilities: "facilities.import",
  importUsers: "team.import"
} as const satisfies Readonly<Record<ImportKind, RouteId>>
