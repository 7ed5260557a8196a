import { verb as history } from "./history.ts"
import { verb as ls } from "./ls.ts"
import { verb as process } from "./process.ts"
import { verb as resend } from "./resend.ts"
import { verb as show } from "./show.ts"

/** The verbs of `lockdesk returns`. */
export const verbs = [ls, process, history, show, resend] as const
