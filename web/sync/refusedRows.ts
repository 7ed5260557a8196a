import { CallFailure } from "#web/app/CallFailure.ts"
import { type ListRows, rowsOf } from "#web/ui/ListRows.ts"
import type { LockListState } from "./LockListState.ts"

/** An empty list with the reason for users who may not see locks, without another request. Null for everyone else. */
export const refusedRows = ({ refused, failure }: LockListState) =>
  refused && failure !== null ? { find: noRows, error: refusal(failure) } : null

const none = rowsOf<never>([], () => -1)
const noRows = (): ListRows<never> => none

const refusal = (words: CallFailure["words"]): CallFailure =>
  new CallFailure({ problem: null, offline: false, cancelled: false, words })
