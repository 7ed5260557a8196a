import { useState } from "react"
import { words } from "#core/api/problem.ts"
import type { LockId, UserId } from "#core/base/ids.ts"
import { processReturns } from "#core/commands/returnCommands.ts"
import type { ProcessedReturns, SentReport } from "#core/returns/LockReturn.ts"
import { NoLockReturned, RecipientMissing } from "#core/returns/ReturnErrors.ts"
import { processedWords, sentWords } from "#core/returns/returnWords.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { lockList } from "#web/sync/LockList.ts"
import type { toSend } from "./returnRows.ts"

type Returns = ReturnType<typeof toSend>

const nothing: ReadonlySet<LockId> = new Set()

/** Shows whether a report was sent, and how to send it again (001 §8). */
export const tellSent = (sent: SentReport): void => {
  if (sent.sent) toast("success", sentWords(sent))
  else if (sent.waits === true) toast("warning", sentWords(sent), "The locks are processed, and the report is saved.")
  else toast("error", sentWords(sent), "The locks are processed. Send the report again from Lock Return History.")
}

/** Toast after processing. No report is sent if someone else had already processed all of the locks. */
const tellProcessed = (processed: ProcessedReturns): void => {
  const { reportId, unchanged } = processed
  if (reportId === null || (processed.sent && unchanged > 0)) toast("success", processedWords(processed))
  else tellSent({ ...processed, reportId })
}

/** Sends the marked locks, one request at a time. Nothing is lost on failure. */
export const useSendReturns = (onSent: (returns: Returns) => void) => {
  const [sending, setSending] = useState(false)
  const [wrong, setWrong] = useState(nothing)

  const send = async (returns: Returns, recipient: UserId | null): Promise<void> => {
    if (sending) return
    if (returns.length === 0) return tell(words(new NoLockReturned()))
    if (recipient === null) return tell(words(new RecipientMissing()))
    setSending(true)
    setWrong(nothing)
    try {
      const { data } = await run(processReturns, { returns, recipient })
      onSent(returns)
      tellProcessed(data)
    } catch (error) {
      const problem = error instanceof CallFailure ? error.problem : null
      if (problem?._tag === "ReturnsRefused") setWrong(new Set(problem.data.lockIDs))
      if (
        problem?._tag === "LockChangedMeanwhile" ||
        problem?._tag === "UnitRefused" ||
        problem?._tag === "StatusRefused"
      ) {
        const { lockID } = problem.data
        if (lockID !== undefined) setWrong(new Set([lockID]))
      }
      // The server has newer data than shown. Load it, so that the conflicts show on the marked rows.
      if (problem !== null) void lockList.pull()
      tellFailure(error)
    } finally {
      setSending(false)
    }
  }
  return { sending, wrong, send } as const
}

const tell = ({ error, next }: { readonly error: string; readonly next: string }): void => toast("warning", error, next)
