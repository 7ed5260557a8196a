import { verb as assign } from "./assign.ts"
import { verb as ls } from "./ls.ts"

/** The verbs of `lockdesk inventory`. */
export const verbs = [ls, assign] as const
