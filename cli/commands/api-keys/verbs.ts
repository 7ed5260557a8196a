import { verb as create } from "./create.ts"
import { verb as edit } from "./edit.ts"
import { verb as ls } from "./ls.ts"
import { verb as revoke } from "./revoke.ts"
import { verb as rotate } from "./rotate.ts"
import { verb as show } from "./show.ts"
import { verb as showOnce } from "./showOnce.ts"

/** The verbs of `lockdesk api-keys`. */
export const verbs = [ls, create, edit, show, rotate, revoke, showOnce] as const
