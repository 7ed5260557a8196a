import { Schema } from "effect"
import { LockId } from "#core/base/ids.ts"
import { BlocksUnreadable } from "#core/base/search/blocks.ts"
import { KeptUnreadable } from "./LockKeeper.ts"

/** What was kept, before its rows are checked. */
export const decodePart = Schema.decodeUnknownSync(
  Schema.Struct({ data: Schema.Array(Schema.Unknown), gone: Schema.Array(LockId) })
)

/** Whether what was kept cannot be read: it is as good as nothing then. */
export const isUnreadable = (error: unknown): boolean =>
  Schema.isSchemaError(error) || error instanceof KeptUnreadable || error instanceof BlocksUnreadable
