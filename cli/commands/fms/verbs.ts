import { verb as diff } from "./diff.ts"
import { verb as results } from "./results.ts"
import { verb as simulate } from "./simulate.ts"
import { verb as testVerb } from "./test.ts"

/** The verbs of `lockdesk fms`. */
export const verbs = [testVerb, results, diff, simulate] as const
