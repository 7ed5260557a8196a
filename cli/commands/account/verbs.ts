import { verb as email } from "./email.ts"
import { verb as name } from "./name.ts"
import { verb as password } from "./password.ts"
import { verb as show } from "./show.ts"

/** The verbs of `lockdesk account`. */
export const verbs = [show, name, email, password] as const
