import { countText } from "#core/base/countText.ts"
import { type RefObject, useMemo, useRef, useState } from "react"
import type { Finding } from "#core/drift/Finding.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { center } from "#web/app/CommandCenter.ts"
import { toast } from "#web/app/notices.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { SelectionBar } from "#web/grid/SelectionBar.tsx"
import { List } from "#web/ui/List.tsx"
import { rowsOf } from "#web/ui/ListRows.ts"
import { useListedPlace } from "#web/ui/useListedPlace.ts"
import { lockList } from "#web/sync/LockList.ts"
import {
  columnsOfAll,
  driftCard,
  driftCardHeight,
  driftCardOfAll,
  driftColumns,
  driftPeek,
  nameOfFinding
} from "./driftColumns.tsx"
import { fixGiven } from "./fixGiven.ts"
import { FixQuestion } from "./FixQuestion.tsx"
import { fixOf, fixSelected, mismatchesText } from "./fixSelected.ts"

/**
 * Caches the lock of each finding. The synced list builds a new object on each call, which the list would take for a
 * change.
 */
const locks = new WeakMap<Finding, Lock>()
const lockOf = (finding: Finding): Lock | null => {
  const [first] = finding.locks
  const lock = locks.get(finding) ?? (first === undefined ? undefined : lockList.lockOf(first.lockID))
  if (lock !== undefined) locks.set(finding, lock)
  return lock ?? null
}

/** Gives each finding a numeric ID that stays the same while others come and go. */
const useIds = () => {
  const known = useRef(new Map<string, number>())
  return ({ kind, unit, facilityID, locks: [first] }: Finding): number => {
    // These kinds can occur for several locks of one unit; all other kinds occur once per unit.
    const each = kind === "paid-overlocked" || kind === "rented-locked-vacant" || kind === "unit-unknown"
    const key = JSON.stringify([facilityID, kind, unit, each ? first?.lockID : null])
    const id = known.current.get(key) ?? known.current.size + 1
    known.current.set(key, id)
    return id
  }
}

interface DriftListProps {
  readonly findings: ReadonlyArray<Finding>
  /** Findings of several facilities: show the facility's name. */
  readonly withFacility?: true
  /** The comparison is still running. */
  readonly busy?: boolean
  /** The filter field, if there is one. */
  readonly filter?: RefObject<HTMLInputElement | null>
}

/** Findings, each with a button that fixes it. `f` fixes the current one or all selected ones. */
export const DriftList = ({ findings, withFacility, busy = false, filter }: DriftListProps) => {
  const idOf = useIds()
  const rows = useMemo(() => rowsOf(findings, idOf), [findings])
  const [where, setWhere] = useListedPlace(rows)
  const [asked, setAsked] = useState<ReadonlyArray<Finding> | null>(null)
  const [fixing, setFixing] = useState<string | null>(null)
  const selected = [...where.selected]
  const heading = mismatchesText(selected.length)
  const fixAll = async (findings: ReadonlyArray<Finding>): Promise<void> => {
    setAsking(false)
    await fixSelected(findings, (done) => setFixing(`Fixing… ${countText(done)} of ${countText(findings.length)}`))
    setFixing(null)
  }
  const ask = (): void => {
    if (fixing !== null) return
    if (chosen.some((finding) => fixOf(finding) !== null)) return setAsking(true)
    toast(
      "info",
      `${heading} can't be fixed together.`,
      "Each needs a lock or a unit from you. Fix them one at a time."
    )
  }
  const lockByID = (id: number): Lock | undefined => {
    const finding = rows.at(rows.placeOf(id))
    return finding === undefined ? undefined : (lockOf(finding) ?? undefined)
  }
  useCommands({
    scope: "lists",
    handlers: {
      "drift.fix": () => {
        if (selected.length > 1) return ask()
        const [id = where.current] = selected
        const current = id === null ? undefined : rows.at(rows.placeOf(id))
        if (current === undefined) return toast("info", "Select a row to fix first.", "Press j for the first one.")
        const { command, given } = fixGiven(current)
        center.perform(command, given)
      }
    },
    rows: () =>
      selected.length === 0
        ? null
        : {
            heading,
            titles: { "drift.fix": `Fix ${heading}`, "list.clearSelection": `Clear the selection of ${heading}` }
          }
  })
  return (
    <>
      <List
        selectable
        label="Unit and lock mismatches"
        rows={rows}
        columns={withFacility === true ? columnsOfAll : driftColumns}
        card={withFacility === true ? driftCardOfAll : driftCard}
        cardHeight={driftCardHeight}
        cardsBelow={withFacility === true ? 830 : 710}
        nameOf={nameOfFinding}
        busy={busy}
        peek={driftPeek}
        lockOf={lockOf}
        lockByID={lockByID}
        actions={["drift.fix", "locks.show", "locks.setStatus", "locks.setUnit", "locks.log"]}
        {...(filter === undefined ? {} : { onFilter: () => filter.current?.focus() })}
        where={where}
        onWhere={setWhere}
        empty={<p>No mismatches of this kind left.</p>}
      />
      {selected.length === 0 ? null : (
        <SelectionBar count={selected.length} actions={[["drift.fix", `Fix ${heading}`]]} />
      )}
      <p className="hidden" role="status">
        {fixing ?? ""}
      </p>
      {asking && chosen.length > 0 ? (
        <FixQuestion findings={chosen} onYes={(findings) => void fixAll(findings)} onNo={() => setAsking(false)} />
      ) : null}
    </>
  )
}
