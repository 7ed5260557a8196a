import { Predicate } from "effect"
import type { SqlError } from "effect/sql/SqlError"

/** `character_not_in_repertoire`: PostgreSQL's texts can hold every character except NUL (manual, 8.3 and appendix A). */
const notInRepertoire = "22021"

/**
 * Whether a statement failed because a text contains NUL. Otherwise every call with free text would have to check; the database
 * checks anyway, and changes nothing.
 */
export const isUnstorableText = ({ reason: { cause } }: SqlError): boolean =>
  Predicate.hasProperty(cause, "code") && cause.code === notInRepertoire
