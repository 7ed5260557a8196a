import { verb as undo } from "./undo.ts"

/** `lockdesk undo`. */
export const verbs = [undo] as const
