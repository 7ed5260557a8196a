import type { JobId } from "#core/base/ids.ts"
import { routeOf } from "#core/navigation/routes.ts"

/** Path of a job's page. */
export const jobPath = (jobID: JobId): string => routeOf("jobs.show").path.replace("{jobID}", String(jobID))
