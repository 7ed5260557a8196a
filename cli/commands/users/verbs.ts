import { verb as activate } from "./activate.ts"
import { verb as add } from "./add.ts"
import { verb as deactivate } from "./deactivate.ts"
import { verb as edit } from "./edit.ts"
import { verb as importFile } from "./import.ts"
import { verb as invite } from "./invite.ts"
import { verb as ls } from "./ls.ts"
import { verb as roles } from "./roles.ts"

/** The verbs of `lockdesk users`. */
export const verbs = [ls, add, edit, activate, deactivate, invite, importFile, roles] as const
