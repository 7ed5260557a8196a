import { verb as add } from "./add.ts"
import { verb as ls } from "./ls.ts"
import { verb as rm } from "./rm.ts"
import { verb as use } from "./use.ts"

/** The verbs of `lockdesk profile`. */
export const verbs = [add, use, ls, rm] as const
