import { verb as create } from "./create.ts"

/** The verbs of `lockdesk tickets`. */
export const verbs = [create] as const
