import { useMemo, useState } from "react"
import { countText } from "#core/base/countText.ts"
import { driftKindOf, type DriftKind, driftKinds, driftTitle } from "#core/drift/driftKinds.ts"
import type { Finding } from "#core/drift/Finding.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { center } from "#web/app/CommandCenter.ts"
import { toast } from "#web/app/notices.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { Grid } from "#web/grid/Grid.tsx"
import { useArrayRows } from "#web/grid/useArrayRows.ts"
import { lockList } from "#web/sync/LockList.ts"
import { rowsOf } from "#web/ui/ListRows.ts"
import { ToggleButton } from "#web/ui/ToggleButton.tsx"
import { useListedPlace } from "#web/ui/useListedPlace.ts"
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

/** @returns gives each finding a numeric ID that stays the same while others come and go */
const newIds = () => {
  const known = new Map<string, number>()
  return ({ kind, unit, facilityID, locks: [first] }: Finding): number => {
    // These kinds can occur for several locks of one unit; all other kinds occur once per unit.
    const each = kind === "paid-overlocked" || kind === "rented-locked-vacant" || kind === "unit-unknown"
    const key = JSON.stringify([facilityID, kind, unit, each ? first?.lockID : null])
    const id = known.get(key) ?? known.size + 1
    known.set(key, id)
    return id
  }
}

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

const none: ReadonlyArray<Finding> = []
const actions = ["drift.fix", "locks.show", "locks.setStatus", "locks.setUnit", "locks.log"] as const

interface DriftListProps {
  readonly findings: ReadonlyArray<Finding>
  /** The kind to show; null for all. */
  readonly wanted: DriftKind | null
  readonly onKind: (kind: DriftKind | undefined) => void
  /** What the findings are limited to, in words, for the printed sheet. */
  readonly limit?: string | null
  /** Findings of all facilities: show the facility's name, and keep the list's state in the URL. */
  readonly ofAll?: true
  /** The comparison is still running. */
  readonly running?: boolean
  readonly error?: Error | null
  /** Why there are none of any kind. */
  readonly hint?: string
}

/** Findings by kind, each with a button that fixes it. `f` fixes the current one or all selected ones. */
export const DriftList = (props: DriftListProps) => {
  const { findings, wanted, onKind, ofAll = false, running = false, error = null, hint = "", limit = null } = props
  const [idOf] = useState(newIds)
  const counts = useMemo(() => Map.groupBy(findings, ({ kind }) => kind), [findings])
  const kinds = driftKinds.filter(({ kind }) => counts.has(kind) || kind === wanted)
  const items = wanted === null ? findings : (counts.get(wanted) ?? none)
  const rows = useMemo(() => rowsOf(items, idOf), [items, idOf])
  const columns = ofAll ? columnsOfAll : driftColumns
  const array = useArrayRows({ items, idOf, columns, loading: running && items.length === 0, error })
  const source = useMemo(() => ({ ...array, ready: !running }), [array, running])
  const limits = [wanted === null ? null : driftTitle(wanted), limit].filter((each) => each !== null)
  const [where, setWhere] = useListedPlace(rows)
  const [asking, setAsking] = useState(false)
  const [fixing, setFixing] = useState<string | null>(null)
  const selected = [...where.selected]
  // Only mismatches that still exist: the question counts what will be fixed.
  const chosen = selected.flatMap((id) => rows.at(rows.placeOf(id)) ?? [])
  if (asking && chosen.length === 0) setAsking(false)
  const fixText = `Fix ${mismatchesText(selected.length)}`
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
      `${mismatchesText(selected.length)} can't be fixed together.`,
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
      },
      "drift.kind": ({ input }) => {
        const kind = driftKindOf(input?.kind)
        onKind(kind === wanted ? undefined : kind)
      }
    }
  })
  return (
    <>
      {kinds.length === 0 ? null : (
        <p className="drift-kinds" data-sideways="phone">
          {kinds.map(({ kind, title }) => {
            const count = counts.get(kind)?.length ?? 0
            return (
              <ToggleButton
                key={kind}
                command="drift.kind"
                given={{ input: { kind } }}
                pressed={kind === wanted}
                label={`${title}: ${countText(count)}`}
                refused={null}
                inTab
              >
                {title} <strong>{countText(count)}</strong>
              </ToggleButton>
            )
          })}
        </p>
      )}
      <Grid
        at={ofAll ? "/signed-in/facilities/drift" : null}
        list={ofAll ? "driftOfAll" : "drift"}
        label="Unit and lock mismatches"
        nouns={["mismatch", "mismatches"]}
        columns={columns}
        source={source}
        {...(limits.length === 0 ? {} : { scope: { shown: limits.join(", ") } })}
        card={ofAll ? driftCardOfAll : driftCard}
        cardHeight={driftCardHeight}
        cardsBelow={ofAll ? 830 : 710}
        nameOf={nameOfFinding}
        peek={driftPeek}
        lockOf={lockOf}
        lockByID={lockByID}
        bulk={[["drift.fix", fixText]]}
        actions={actions}
        selectable
        where={where}
        onWhere={setWhere}
        searchLabel={ofAll ? "Search facilities and units" : "Search units and locks"}
        firstCount={50}
        hint={({ search, filters }) =>
          search !== "" || Object.keys(filters).length > 0
            ? "No mismatches match your search and filters."
            : wanted === null
              ? hint
              : "No mismatches of this kind left."
        }
      />
      <p className="hidden" role="status">
        {fixing ?? ""}
      </p>
      {asking ? (
        <FixQuestion findings={chosen} onYes={(findings) => void fixAll(findings)} onNo={() => setAsking(false)} />
      ) : null}
    </>
  )
}
