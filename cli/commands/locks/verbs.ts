import { verb as activate } from "./activate.ts"
import { verb as activateBatch } from "./activateBatch.ts"
import { verb as find } from "./find.ts"
import { verb as log } from "./log.ts"
import { verb as ls } from "./ls.ts"
import { verb as reveal } from "./reveal.ts"
import { verb as setCode } from "./setCode.ts"
import { verb as setColor } from "./setColor.ts"
import { verb as setStatus } from "./setStatus.ts"
import { verb as setUnit } from "./setUnit.ts"
import { verb as show } from "./show.ts"
import { verb as transfer } from "./transfer.ts"
import { verb as undo } from "./undo.ts"

/** The verbs of `lockdesk locks`. */
export const verbs = [
  find,
  ls,
  show,
  reveal,
  activate,
  log,
  setStatus,
  setUnit,
  setColor,
  setCode,
  transfer,
  undo,
  activateBatch
] as const
