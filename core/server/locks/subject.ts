import { Layer } from "effect"
import { LockChanges } from "./LockChanges.ts"
import { LockSearch } from "./LockSearch.ts"
import { LockUndos } from "./LockUndos.ts"
import { Locks } from "./Locks.ts"

export const services = Layer.mergeAll(Locks.layer, LockChanges.layer, LockUndos.layer, LockSearch.layer)
