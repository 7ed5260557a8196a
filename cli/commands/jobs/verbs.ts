import { verb as cancel } from "./cancel.ts"
import { verb as ls } from "./ls.ts"
import { verb as resume } from "./resume.ts"
import { verb as show } from "./show.ts"

/** The verbs of `lockdesk jobs`. */
export const verbs = [ls, show, resume, cancel] as const
