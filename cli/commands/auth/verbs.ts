import { verb as login } from "./login.ts"
import { verb as logout } from "./logout.ts"
import { verb as status } from "./status.ts"
import { verb as token } from "./token.ts"
import { verb as whoami } from "./whoami.ts"

/** The verbs of `lockdesk auth`. */
export const verbs = [login, logout, status, token, whoami] as const
