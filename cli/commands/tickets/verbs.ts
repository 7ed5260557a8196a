import { verb as create } from "./create.ts"
import { verb as image } from "./image.ts"
import { verb as ls } from "./ls.ts"

/** The verbs of `lockdesk tickets`. */
export const verbs = [create, ls, image] as const
