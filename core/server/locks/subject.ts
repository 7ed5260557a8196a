import { Layer } from "effect"
import { LockChanges } from "./LockChanges.ts"
import { LockChangesHttp } from "./LockChangesHttp.ts"
import { LockSearch } from "./LockSearch.ts"
import { LockUndos } from "./LockUndos.ts"
import { Locks } from "./Locks.ts"
import { LocksHttp } from "./LocksHttp.ts"

export const calls = Layer.mergeAll(LocksHttp, LockChangesHttp)
export const services = Layer.mergeAll(Locks.layer, LockChanges.layer, LockUndos.layer, LockSearch.layer)
