import { verb as logoutAll } from "./logoutAll.ts"
import { verb as set } from "./set.ts"
import { verb as show } from "./show.ts"

/** The verbs of `lockdesk settings`. */
export const verbs = [show, set, logoutAll] as const
