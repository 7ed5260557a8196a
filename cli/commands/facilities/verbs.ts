import { verb as accept } from "./accept.ts"
import { verb as api } from "./api.ts"
import { verb as cancelTransfer } from "./cancelTransfer.ts"
import { verb as create } from "./create.ts"
import { verb as edit } from "./edit.ts"
import { verb as importFile } from "./import.ts"
import { verb as ls } from "./ls.ts"
import { verb as rm } from "./rm.ts"
import { verb as show } from "./show.ts"
import { verb as transfer } from "./transfer.ts"
import { verb as units } from "./units.ts"

/** The verbs of `lockdesk facilities`. */
export const verbs = [ls, show, create, edit, rm, importFile, transfer, cancelTransfer, accept, api, units] as const
