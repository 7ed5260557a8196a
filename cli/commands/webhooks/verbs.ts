import { verb as add } from "./add.ts"
import { verb as edit } from "./edit.ts"
import { verb as ls } from "./ls.ts"
import { verb as replay } from "./replay.ts"
import { verb as rm } from "./rm.ts"
import { verb as rotate } from "./rotate.ts"
import { verb as tail } from "./tail.ts"
import { verb as test } from "./test.ts"

/** The verbs of `lockdesk webhooks`. */
export const verbs = [ls, add, edit, rm, rotate, test, tail, replay] as const
