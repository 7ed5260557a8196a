import type { UserId } from "#core/base/ids.ts"
import { routeOf } from "./routes.ts"

const path = (userID: string): string => routeOf("team.user").path.replace("{userID}", userID)

/** The path of a user's form. */
export const userPath = (userID: UserId): string => path(String(userID))

/** The path of the form that adds a user: 'create' instead of an id (002 §2). */
export const newUserPath: string = path("create")
