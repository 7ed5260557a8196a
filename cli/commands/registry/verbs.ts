import { verb as importVerb } from "./import.ts"

/** The verbs of `lockdesk registry`. */
export const verbs = [importVerb] as const
