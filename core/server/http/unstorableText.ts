import { Predicate } from "effect"
import type { SqlError } from "effect/sql/SqlError"

/** `character_not_in_repertoire`: PostgreSQL's texts hold every character but NUL (manual, 8.3 and appendix A). */
const notInRepertoire = "22021"

/**
 * Whether a statement failed because a text in it holds NUL. The calls that take free text would each have to look for
 * it; the database looks anyway, changes nothing, and says so.
 */
export const isUnstorableText = ({ reason: { cause } }: SqlError): boolean =>
  Predicate.hasProperty(cause, "code") && cause.code === notInRepertoire
