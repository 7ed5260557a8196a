import { verb as canI } from "./canI.ts"
import { verb as completion } from "./completion.ts"
import { verb as completionNames } from "./completionNames.ts"
import { verb as doctor } from "./doctor.ts"
import { verb as serve } from "./serve.ts"

/** Commands of one word, and those about the terminal itself. */
export const verbs = [canI, doctor, completion, completionNames, serve] as const
