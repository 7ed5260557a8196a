import type { SubdomainId } from "#core/base/ids.ts"
import { routeOf } from "./routes.ts"

/** Used in the path instead of an id for a new subdomain (002 §2). */
export const newSubdomain = "create"

/** The path of a subdomain's editor. */
export const subdomainPath = (id: SubdomainId | typeof newSubdomain): string =>
  routeOf("settings.subdomain").path.replace("{overlockId}", String(id))
