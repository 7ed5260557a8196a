import { verb as ls } from "./ls.ts"

/** The verbs of `lockdesk users`. */
export const verbs = [ls] as const
