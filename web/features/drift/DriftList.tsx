import { countText } from "#core/base/countText.ts"
import { type RefObject, useEffect, useMemo, useRef, useState } from "react"
import type { Finding } from "#core/drift/Finding.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { center } from "#web/app/CommandCenter.ts"
import { toast } from "#web/app/notices.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { SelectionBar } from "#web/grid/SelectionBar.tsx"
import { List } from "#web/ui/List.tsx"
import { type ListPlace, nowhere } from "#web/ui/listPlace.ts"
import { rowsOf } from "#web/ui/ListRows.ts"
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

/** The lock of each finding: the synced list puts one together each time, and a list takes a new one for a change. */
const locks = new WeakMap<Finding, Lock>()
const lockOf = (finding: Finding): Lock | null => {
  const [first] = finding.locks
  const lock = locks.get(finding) ?? (first === undefined ? undefined : lockList.lockOf(first.lockID))
  if (lock !== undefined) locks.set(finding, lock)
  return lock ?? null
}

/** A number for each finding that stays with it, however the others come and go. */
const useIds = () => {
  const known = useRef(new Map<string, number>())
  return ({ kind, unit, facilityID, locks: [first] }: Finding): number => {
    // Of one unit several locks can be a finding each; of every other kind a unit has one.
    const each = kind === "paid-overlocked" || kind === "rented-locked-vacant" || kind === "unit-unknown"
    const key = JSON.stringify([facilityID, kind, unit, each ? first?.lockID : null])
    const id = known.current.get(key) ?? known.current.size + 1
    known.current.set(key, id)
    return id
  }
}

interface DriftListProps {
  readonly findings: ReadonlyArray<Finding>
  /** They are of several facilities, and say of which. */
  readonly withFacility?: true
  /** Others are still being looked for. */
  readonly busy?: boolean
  /** The field that narrows them, where there is one. */
  readonly filter?: RefObject<HTMLInputElement | null>
}

/** Findings, each with the button that fixes it; `f` fixes the current one, or all that are selected. */
export const DriftList = ({ findings, withFacility, busy = false, filter }: DriftListProps) => {
  const idOf = useIds()
  const [where, setWhere] = useState<ListPlace>(nowhere)
  const rows = useMemo(() => rowsOf(findings, idOf), [findings])
  const [asked, setAsked] = useState<ReadonlyArray<Finding> | null>(null)
  const [fixing, setFixing] = useState<string | null>(null)
  // What went, or is not shown any more, is not selected any more: what is counted is what is fixed.
  const selected = [...where.selected].filter((id) => rows.placeOf(id) !== -1)
  useEffect(() => {
    if (selected.length < where.selected.size) setWhere({ ...where, selected: new Set(selected) })
  })
  const heading = mismatchesText(selected.length)
  const fixAll = async (findings: ReadonlyArray<Finding>): Promise<void> => {
    setAsked(null)
    await fixSelected(findings, (done) => setFixing(`Fixing… ${countText(done)} of ${countText(findings.length)}`))
    setFixing(null)
  }
  const ask = (): void => {
    if (fixing !== null) return
    const findings = selected.flatMap((id) => rows.at(rows.placeOf(id)) ?? [])
    if (findings.some((finding) => fixOf(finding) !== null)) return setAsked(findings)
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
      {asked === null ? null : (
        <FixQuestion findings={asked} onYes={(findings) => void fixAll(findings)} onNo={() => setAsked(null)} />
      )}
    </>
  )
}
