import { verb as ls } from "./ls.ts"
import { verb as show } from "./show.ts"

/** The verbs of `lockdesk outbox`. */
export const verbs = [ls, show] as const
