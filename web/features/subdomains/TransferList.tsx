import { useMemo, useState } from "react"
import { countOf } from "#core/base/countOf.ts"
import type { FacilityId, SubdomainId } from "#core/base/ids.ts"
import {
  type FacilityOption,
  isTaken,
  matchingOptions,
  takenWords,
  transferLists
} from "#core/subdomains/facilityTransfer.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { ToggleButton } from "#web/ui/ToggleButton.tsx"
import { TransferBox } from "./TransferBox.tsx"

interface TransferListProps {
  /** Sorted by name. The same array while they don't change. */
  readonly options: ReadonlyArray<FacilityOption>
  readonly assigned: ReadonlySet<FacilityId>
  readonly onAssigned: (assigned: ReadonlySet<FacilityId>) => void
  /** ID of the subdomain; null for a new one. */
  readonly own: SubdomainId | null
}

type Side = "left" | "right"

const nothing: ReadonlySet<FacilityId> = new Set()
const bothSides = <A,>(value: A): Readonly<Record<Side, A>> => ({ left: value, right: value })

const movedWords = (count: number, to: Side): string =>
  `${countOf(count, "facility", "facilities")} moved to ${to === "right" ? "assigned" : "unassigned"}.`

/** Unassigned facilities on the left, assigned ones on the right, and four buttons between them (002 §4). */
export const TransferList = ({ options, assigned, onAssigned, own }: TransferListProps) => {
  const [showTaken, setShowTaken] = useState(false)
  const [texts, setTexts] = useState(bothSides(""))
  const [marks, setMarks] = useState(bothSides(nothing))
  const [announced, setAnnounced] = useState("")
  const lists = useMemo(() => transferLists(options, assigned, own, showTaken), [options, assigned, own, showTaken])
  const left = useMemo(() => matchingOptions(lists.left, texts.left), [lists, texts.left])
  const right = useMemo(() => matchingOptions(lists.right, texts.right), [lists, texts.right])
  const shown = { left, right }
  /** Selected and visible options only, so that no one moves something they can't see. */
  const chosen = (side: Side): ReadonlyArray<FacilityId> =>
    shown[side].flatMap(({ value }) => (marks[side].has(value) ? [value] : []))

  const move = (from: Side, values: ReadonlyArray<FacilityId>): void => {
    if (values.length === 0) return
    const next = new Set(assigned)
    for (const value of values) {
      if (from === "left") next.add(value)
      else next.delete(value)
    }
    onAssigned(next)
    const moved = new Set(values)
    setMarks((before) => ({ ...before, [from]: new Set([...before[from]].filter((value) => !moved.has(value))) }))
    setAnnounced(movedWords(values.length, from === "left" ? "right" : "left"))
  }
  const moveAll = (from: Side) => () =>
    move(
      from,
      shown[from].map(({ value }) => value)
    )
  const moveChosen = (from: Side) => () => move(from, chosen(from))
  /** Moves the selected options, or only this one if none are selected. */
  const take = (from: Side) => (value: FacilityId) => {
    const values = chosen(from)
    move(from, values.length === 0 ? [value] : values)
  }
  useCommands({
    scope: "anywhere",
    handlers: {
      "subdomainForm.assignAll": moveAll("left"),
      "subdomainForm.assign": moveChosen("left"),
      "subdomainForm.unassign": moveChosen("right"),
      "subdomainForm.unassignAll": moveAll("right"),
      "subdomainForm.showTaken": () => setShowTaken(!showTaken)
    }
  })
  const none = (side: Side): string | null => (shown[side].length === 0 ? "No facilities to move." : null)
  const unmarked = (side: Side): string | null => (chosen(side).length === 0 ? "Select facilities first." : null)
  const box = (side: Side, label: string, empty: string) => (
    <TransferBox
      label={label}
      options={shown[side]}
      total={lists[side].length}
      marked={marks[side]}
      onMarked={(marked) => setMarks((before) => ({ ...before, [side]: marked }))}
      text={texts[side]}
      onText={(text) => setTexts((before) => ({ ...before, [side]: text }))}
      noteOf={(option) => (isTaken(option, own) ? takenWords : null)}
      onTake={take(side)}
      first={side === "left"}
      empty={empty}
    />
  )
  return (
    <>
      <p className="transfer-show">
        <ToggleButton
          command="subdomainForm.showTaken"
          given={{}}
          pressed={showTaken}
          label="Show/Hidden Assigned"
          refused={null}
          inTab
        >
          Show/Hidden Assigned
        </ToggleButton>
      </p>
      <div className="transfer">
        {box("left", "Unassigned", "No unassigned facilities.")}
        <div className="transfer-do">
          <CommandButton command="subdomainForm.assignAll" notYet={none("left")} />
          <CommandButton command="subdomainForm.assign" notYet={unmarked("left")} />
          <CommandButton command="subdomainForm.unassign" notYet={unmarked("right")} />
          <CommandButton command="subdomainForm.unassignAll" notYet={none("right")} />
        </div>
        {box("right", "Assigned", "No assigned facilities.")}
      </div>
      <p className="hidden" role="status">
        {announced}
      </p>
    </>
  )
}
