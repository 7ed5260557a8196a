import type { LockId } from "#core/base/ids.ts"
import { routeOf } from "#core/navigation/routes.ts"

/** Path of a lock's page. */
export const lockPath = (lockID: LockId): string => routeOf("locks.detail").path.replace("{lockID}", String(lockID))
