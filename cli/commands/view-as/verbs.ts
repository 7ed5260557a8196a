import { verb as end } from "./end.ts"
import { verb as person } from "./person.ts"
import { verb as role } from "./role.ts"

/** The verbs of `lockdesk view-as`. */
export const verbs = [role, person, end] as const
