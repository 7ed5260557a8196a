import { verb as exportVerb } from "./export.ts"
import { verb as ls } from "./ls.ts"
import { verb as verify } from "./verify.ts"

/** The verbs of `lockdesk audit`. */
export const verbs = [ls, verify, exportVerb] as const
