import { verb as exportVerb } from "./export.ts"
import { verb as ls } from "./ls.ts"
import { verb as mine } from "./mine.ts"
import { verb as verify } from "./verify.ts"

/** The verbs of `lockdesk audit`. */
export const verbs = [ls, mine, verify, exportVerb] as const
