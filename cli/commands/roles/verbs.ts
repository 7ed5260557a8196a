import { verb as diff } from "./diff.ts"
import { verb as reset } from "./reset.ts"
import { verb as set } from "./set.ts"
import { verb as show } from "./show.ts"

/** The verbs of `lockdesk roles`. */
export const verbs = [show, set, reset, diff] as const
