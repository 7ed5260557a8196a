import { routeOf } from "./routes.ts"

const path = (userID: string): string => routeOf("team.user").path.replace("{userID}", userID)

/** The address of a user's form. */
export const userPath = (userID: number): string => path(String(userID))

/** The address of the form that adds one: 'create' in place of an id (002 §2). */
export const newUserPath: string = path("create")
