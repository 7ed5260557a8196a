import { Result, Schema } from "effect"
import { SerialCode } from "#core/base/ids.ts"

const decode = Schema.decodeUnknownResult(SerialCode)

/** A serial code as it was typed: capital letters, without the gaps of its groups (001 §2). */
export const serialTyped = (text: string): string => text.toUpperCase().replaceAll(/[\s-]/g, "")

/** Why a text is no serial code (001 §5), or null. */
export const serialIssue = (text: string): string | null =>
  Result.isSuccess(decode(text)) ? null : "Serial Code must be 8 digits."
