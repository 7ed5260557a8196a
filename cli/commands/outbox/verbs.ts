import { verb as ls } from "./ls.ts"

/** The verbs of `lockdesk outbox`. */
export const verbs = [ls] as const
