import { withClient } from "#core/api/ApiClient.ts"
import type { CallSpec } from "#core/api/calls/CallSpec.ts"
import { isProblem } from "#core/api/problem.ts"
import type { listOwnChanges, OwnChange, undoOwnChange } from "#core/commands/undoCommands.ts"
import { factsOf } from "#core/audit/changedFacts.ts"
import { changeHeader, undoableLockActions } from "#core/audit/undoableActions.ts"
import { countText } from "#core/base/countText.ts"
import { AuditSeq } from "#core/locks/LockChange.ts"
import { channelToTabs } from "./browserSession.ts"
import { call } from "./calls.ts"
import { type ChangeMade, putBackChange, rememberBatch, rememberChange, takeLastChange, undoOf } from "./changesMade.ts"
import { now } from "./clock.ts"
import { definitionOf } from "./definitions.ts"
import { toast } from "./notices.ts"
import { reachability } from "./reachability.ts"
import { run } from "./run.ts"
import { session } from "./Session.ts"
import { atSessionEnd } from "./sessionLife.ts"

const ofLocks: ReadonlySet<string> = new Set(undoableLockActions)

/** Newest changes to look through. */
const looked = 20

/** Most changes of one message. */
const listed = 3

/**
 * Records that can't be of a lost response: a response named them, in this tab or in another one of this browser, or they were
 * found for an earlier one. With their company, because each company numbers its own.
 */
const known = new Set<string>()
atSessionEnd(() => known.clear())

const keyOf = (seq: number): string => `${session.companyID ?? "own"} ${seq}`

const tabs = channelToTabs("lockdesk changes")
tabs?.addEventListener("message", ({ data }) => known.add(String(data)))

/** Tells this and the other tabs which records a response names. */
export const claimChanges = (headers: Headers, answer: unknown): void => {
  for (const seq of [Number(headers.get(changeHeader)), ...undoOf(answer)]) {
    if (seq === 0) continue
    known.add(keyOf(seq))
    tabs?.postMessage(keyOf(seq))
  }
}

/** The last change whose undo got no response. */
let notUndone: ChangeMade | null = null

/** Registers a change again whose undo got no response. */
export const putBackLost = (change: ChangeMade): void => {
  notUndone = change
  putBackChange(change)
}

/** Removes and returns the change whose undo got no response, if it is the last one. The server has carried out the undo. */
const takeLostUndo = (): ChangeMade | null => {
  const last = takeLastChange()
  if (last === null || last === notUndone) return last
  putBackChange(last)
  return null
}

/** Resolves when the server responds again. */
const answersAgain = (): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!reachability.state().answers) return
      stop()
      resolve()
    }
    const stop = reachability.subscribe(look)
    // The failed call reports first that it got no response.
    setTimeout(look)
  })

/**
 * The user's own changes, saved by the server while a call was under way, oldest first. The call's times are in this browser's
 * clock, which may be wrong.
 */
const changesBetween = async (began: number, ended: number): Promise<ReadonlyArray<OwnChange>> => {
  const asked = now()
  const newest = await call(withClient((client) => client.audit.own({ query: { count: looked } })))
  const server = Date.parse(newest.now)
  const [first, last] = [began + server - now(), ended + server - asked]
  const isBetween = (at: string): boolean => Date.parse(at) >= first && Date.parse(at) <= last
  // No call waits for the changes of a job.
  const candidates = newest.data.filter((record) => isBetween(record.at) && factsOf(record)["jobID"] === undefined)
  if (candidates.length === 0) return []
  const seqs = new Set(candidates.map(({ seq }) => seq))
  // Not imported: it would load most commands, which are loaded as definitions already.
  const list = (await definitionOf({ id: "audit.mine" })) as typeof listOwnChanges
  const { data: own } = await run(list, { limit: looked })
  return own.filter(({ seq }) => seqs.has(seq) && !known.has(keyOf(seq))).toReversed()
}

const wordsOf = ({ action, words }: OwnChange): string => (words === "" ? action : `'${words}'`)

const remember = (change: OwnChange): void => {
  const { seq, action } = change
  const title = wordsOf(change)
  if (ofLocks.has(action)) return rememberChange(title, { undo: seq })
  rememberBatch(title, async () => {
    const undo = (await definitionOf({ id: "audit.undo" })) as typeof undoOwnChange
    await run(undo, { change: AuditSeq.make(seq) })
    toast("success", `Undone: ${title}.`)
  })
}

/**
 * After a call that failed without a response: once the server responds again, says what it saved since the call began, and registers
 * the undo unless it can't be known which change it was.
 */
export const tellIfSaved = async ({ path }: CallSpec, error: unknown, began: number): Promise<void> => {
  // A job reports its changes itself.
  if (isProblem(error) || path.startsWith("/api/jobs")) return
  const ended = now()
  const { token, companyID } = session
  await answersAgain()
  if (session.token !== token || session.companyID !== companyID) return
  // Without a response now, the change is still in the list of own changes.
  const changes = await changesBetween(began, ended).catch(() => [])
  const saved = changes.filter(({ canUndo }) => canUndo)
  for (const { seq } of saved) known.add(keyOf(seq))
  // The records of one call have the same time.
  if (new Set(saved.map(({ at }) => at)).size > 1) {
    const more = saved.length > listed ? `, and ${countText(saved.length - listed)} more` : ""
    const all = `${saved.slice(0, listed).map(wordsOf).join(", ")}${more}.`
    const why = "Undo (z) leaves them as they are, because it can't tell which one you made here."
    return toast("warning", "The response was lost, but you saved these, here or in another tab.", `${all} ${why}`)
  }
  const undone = saved.length === 0 ? null : takeLostUndo()
  if (undone !== null) return toast("success", `Undone: ${undone.title}.`, "The response was lost.")
  for (const change of saved) {
    remember(change)
    // The records don't say which tab it was.
    toast("success", "The response was lost, but you saved this, here or in another tab.", change.words)
  }
}
