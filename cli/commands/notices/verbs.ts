import { verb as broadcast } from "./broadcast.ts"
import { verb as ls } from "./ls.ts"
import { verb as read } from "./read.ts"

/** The verbs of `lockdesk notices`. */
export const verbs = [ls, read, broadcast] as const
