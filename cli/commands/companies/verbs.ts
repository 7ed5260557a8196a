import { verb as find } from "./find.ts"
import { verb as ls } from "./ls.ts"

/** The verbs of `lockdesk companies`. */
export const verbs = [ls, find] as const
