import { countText } from "#core/base/countText.ts"
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react"
import { countOf } from "#core/base/countOf.ts"
import type { FacilityId, LockId } from "#core/base/ids.ts"
import { availability } from "#core/commands/availability.ts"
import { processReturns } from "#core/commands/returnCommands.ts"
import { words } from "#core/api/problem.ts"
import { RecipientMissing } from "#core/returns/ReturnErrors.ts"
import { toast } from "#web/app/notices.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useSearchValue } from "#web/app/useSearchValue.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { locksComing } from "#web/sync/arriving.ts"
import { lockList } from "#web/sync/LockList.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { ListEmpty } from "#web/ui/ListEmpty.tsx"
import { ListLoading } from "#web/ui/ListLoading.tsx"
import { SearchField } from "#web/ui/SearchField.tsx"
import { RecipientField } from "./RecipientField.tsx"
import { marksOf, pressed, type ReturnStatus, returnChoices, settled, without, withMarks } from "./returnMarks.ts"
import { narrowed, type ReturnRow, returnRows, toSend } from "./returnRows.ts"
import { ReturnTable } from "./ReturnTable.tsx"
import type { useReturnDraft } from "./useReturnDraft.ts"
import { useSendReturns } from "./useSendReturns.ts"

interface CurrentReturnsProps {
  readonly facilityID: FacilityId
  readonly draft: ReturnType<typeof useReturnDraft>
}

const tellLoading = (next: string): void => toast("info", "Locks are still loading.", next)

const changedOn = (lockID: LockId): string | null => lockList.lockOf(lockID)?.updatedOn ?? null

/** How many locks there are, and how many have each mark. */
const summary = (rows: ReadonlyArray<ReturnRow>): string => {
  const waiting = rows.filter(({ since }) => since !== "gone").length
  const marked = returnChoices
    .map(({ status, word }) => ({ word, count: rows.filter(({ mark }) => mark?.status === status).length }))
    .filter(({ count }) => count > 0)
  return [
    countOf(waiting, "returned lock", "returned locks"),
    ...marked.map(({ word, count }) => `${countText(count)} ${word}`)
  ].join(", ")
}

/**
 * Returned locks of a facility waiting to be processed, the status for each, and the recipient of the report (001
 * §2).
 */
export const CurrentReturns = ({ facilityID, draft: [draft, change] }: CurrentReturnsProps) => {
  const user = useSignedInUser()
  const state = useSyncExternalStore(lockList.subscribe, lockList.state)
  const { revision } = state
  const coming = locksComing(state)
  const [text = "", setText] = useSearchValue("/signed-in/locks/process_returned", "search")
  const search = useRef<HTMLInputElement>(null)
  const recipient = useRef<HTMLInputElement>(null)
  const [sent, setSent] = useState<ReadonlyMap<LockId, string | null>>(new Map())
  const marks = marksOf(draft, facilityID)
  const { index } = lockList
  const rows = useMemo(
    () => returnRows({ index, lockOf: (lockID) => lockList.lockOf(lockID), facilityID, marks, sent }),
    // The index changes in place, so depend on its revision.
    [index, revision, facilityID, marks, sent]
  )
  // Not deferred: Enter goes to the typed lock, and the next digit marks it. Show nothing until all locks have
  // loaded, because a marked lock that hasn't arrived would look processed.
  const shown = useMemo(() => (coming === null ? narrowed(rows, text) : []), [rows, text, coming === null])
  useEffect(
    () => change((before) => keeping(before, facilityID, settled(marksOf(before, facilityID), changedOn))),
    [change, facilityID, marks, revision]
  )

  const { sending, wrong, send } = useSendReturns((returns) => {
    setSent(
      (before) => new Map([...before, ...returns.map(({ lockID, updatedOn }) => [lockID, updatedOn ?? null] as const)])
    )
    const ids = new Set(returns.map(({ lockID }) => lockID))
    change((before) => keeping(before, facilityID, without(marksOf(before, facilityID), ids)))
  })
  const mark = (lockIDs: ReadonlyArray<LockId>, status: ReturnStatus): void => {
    if (sending) return toast("info", "Sending…", "Mark more locks once the report is sent.")
    const locks = lockIDs.map((lockID) => ({ lockID, updatedOn: changedOn(lockID) }))
    change((before) => keeping(before, facilityID, pressed(marksOf(before, facilityID), locks, status)))
  }
  const submit = (): void => {
    if (coming === null) void send(toSend(rows), draft.recipient)
    else tellLoading("Send the report when they have loaded.")
  }
  useCommands({
    scope: "lists",
    handlers: {
      "returns.send": submit,
      "returns.process": submit,
      "returns.recipient": () => {
        if (coming === null) recipient.current?.focus()
        else tellLoading("Choose the recipient when they have loaded.")
      }
    }
  })

  const may = availability(processReturns, user)
  const ready = toSend(rows).length
  return (
    <>
      <div className="toolbar">
        <SearchField label="Search Serial Code or Unit" text={text} onText={setText} field={search} />
        <p className="toolbar-note muted" role="status">
          {coming === null ? summary(rows) : ""}
        </p>
        {coming === null ? null : <ListLoading coming={coming} noun="locks" />}
      </div>
      <ReturnTable
        rows={shown}
        busy={coming !== null}
        wrong={wrong}
        refused={may.allowed ? null : may.words.error}
        onMark={mark}
        filter={search}
        empty={
          <ListEmpty
            loading={coming !== null}
            error={null}
            hint={
              text !== ""
                ? "No returned locks match your search."
                : "No locks at this facility are Returned to Dropbox."
            }
          />
        }
      />
      {/* After the locks, which would move it. */}
      {coming !== null ? null : (
        <section className="card return-send" aria-label="Send the report">
          <RecipientField
            value={draft.recipient}
            onChoose={(userID) => change((before) => ({ ...before, recipient: userID }))}
            field={recipient}
          />
          <CommandButton
            command="returns.send"
            look="primary"
            notYet={sending ? "Sending ..." : draft.recipient === null ? words(new RecipientMissing()).error : null}
          >
            {sending ? "Sending ..." : "Process & Send"}
          </CommandButton>
          <p className="return-ready muted" role="status">
            {ready === 0 ? "No locks marked yet." : `${countOf(ready, "lock is", "locks are")} marked to be processed.`}
          </p>
        </section>
      )}
    </>
  )
}

/** The draft with these marks; the same object if they are unchanged. */
const keeping = (draft: Parameters<typeof withMarks>[0], facilityID: FacilityId, marks: ReturnType<typeof marksOf>) =>
  marks === marksOf(draft, facilityID) ? draft : withMarks(draft, facilityID, marks)
