import { AuthApi } from "#core/auth/AuthApi.ts"
import { accessIn } from "./accessIn.ts"

/**
 * The access of a call that needs no session; null for any other call. The built console replaces this file with the
 * computed results (`scripts/derivedEndpoints.ts`).
 */
export const publicAccessOf = accessIn({ auth: AuthApi })
