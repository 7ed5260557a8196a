import { verb as get } from "./get.ts"
import { verb as ls } from "./ls.ts"
import { verb as set } from "./set.ts"

/** The verbs of `lockdesk config`. */
export const verbs = [get, set, ls] as const
