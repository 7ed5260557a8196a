import { verb as cancel } from "./cancel.ts"
import { verb as ls } from "./ls.ts"
import { verb as resume } from "./resume.ts"
import { verb as show } from "./show.ts"
import { verb as undo } from "./undo.ts"

/** The verbs of `lockdesk jobs`. */
export const verbs = [ls, show, resume, cancel, undo] as const
