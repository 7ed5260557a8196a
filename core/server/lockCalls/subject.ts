import { Layer } from "effect"
import { LockChangesHttp } from "./LockChangesHttp.ts"
import { LocksHttp } from "./LocksHttp.ts"

export const calls = Layer.mergeAll(LocksHttp, LockChangesHttp)
