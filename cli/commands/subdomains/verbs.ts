import { verb as create } from "./create.ts"
import { verb as edit } from "./edit.ts"
import { verb as logo } from "./logo.ts"
import { verb as ls } from "./ls.ts"
import { verb as portal } from "./portal.ts"

/** The verbs of `lockdesk subdomains`. */
export const verbs = [ls, create, edit, logo, portal] as const
