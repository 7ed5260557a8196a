import { verb as create } from "./create.ts"
import { verb as edit } from "./edit.ts"
import { verb as find } from "./find.ts"
import { verb as ls } from "./ls.ts"
import { verb as resume } from "./resume.ts"
import { verb as show } from "./show.ts"
import { verb as suspend } from "./suspend.ts"

/** The verbs of `lockdesk companies`. */
export const verbs = [ls, find, show, create, edit, suspend, resume] as const
