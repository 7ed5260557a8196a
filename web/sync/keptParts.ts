import { Schema } from "effect"
import { LockId } from "#core/base/ids.ts"
import { BlocksUnreadable } from "#core/base/search/blocks.ts"
import { KeptUnreadable } from "./LockKeeper.ts"

/** A stored part, before its rows are validated. */
export const decodePart = Schema.decodeUnknownSync(
  Schema.Struct({ data: Schema.Array(Schema.Unknown), gone: Schema.Array(LockId) })
)

/** Whether an error means that stored data is unreadable, which counts as none. */
export const isUnreadable = (error: unknown): boolean =>
  Schema.isSchemaError(error) || error instanceof KeptUnreadable || error instanceof BlocksUnreadable
