import { routeOf } from "./routes.ts"

/** What stands in the address in place of an id while a subdomain is new (002 §2). */
export const newSubdomain = "create"

/** The address of a subdomain's editor. */
export const subdomainPath = (id: number | typeof newSubdomain): string =>
  routeOf("settings.subdomain").path.replace("{overlockId}", String(id))
