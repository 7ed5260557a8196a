import { routeOf } from "#core/navigation/routes.ts"

/** Path of a lock's page. */
export const lockPath = (lockID: number): string => routeOf("locks.detail").path.replace("{lockID}", String(lockID))
