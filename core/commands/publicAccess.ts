import { AuthApi } from "#core/auth/AuthApi.ts"
import { accessIn } from "./accessIn.ts"

/**
 * The access that a call declares which can be made without a session; null for any other. In the built console this file is
 * replaced by what it answers (`scripts/derivedEndpoints.ts`).
 */
export const publicAccessOf = accessIn({ auth: AuthApi })
