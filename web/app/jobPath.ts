import { routeOf } from "#core/navigation/routes.ts"

/** Path of a job's page. */
export const jobPath = (jobID: number): string => routeOf("jobs.show").path.replace("{jobID}", String(jobID))
