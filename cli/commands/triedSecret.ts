import { maskedSecret } from "#core/apikeys/apiKeyRules.ts"
import type { Call } from "#cli/Call.ts"

/** A record with a new secret. A dry run masks it: it was rolled back, and never works. */
export const triedSecret = <A extends { readonly secret: string }>({ flags }: Call, record: A): A =>
  flags.dryRun === true ? { ...record, secret: maskedSecret(record.secret.length) } : record
