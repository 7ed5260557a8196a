import { verb as file } from "./file.ts"
import { verb as ls } from "./ls.ts"
import { verb as show } from "./show.ts"

/** The verbs of `lockdesk outbox`. */
export const verbs = [ls, show, file] as const
