import "#web/ui/wholeText.css"
import { groupedSerial } from "#core/base/serialText.ts"
import { fixLine } from "#core/commands/fixLine.ts"
import { driftKinds, driftTitle } from "#core/drift/driftKinds.ts"
import type { Finding } from "#core/drift/Finding.ts"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import type { GridColumn } from "#web/grid/GridColumn.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Facts } from "#web/ui/Facts.tsx"
import { Serial } from "#web/ui/Serial.tsx"
import { Status } from "#web/ui/Status.tsx"
import { fixGiven, fixLabel } from "./fixGiven.ts"

/** Accessible name of a finding. */
export const nameOfFinding = ({ kind, unit, locks }: Finding): string =>
  `${driftTitle(kind)}: ${unit ?? groupedSerial(locks[0]?.serialCode ?? "")}`

const FixButton = ({ finding }: { readonly finding: Finding }) => {
  const { command, given } = fixGiven(finding)
  const label = fixLabel(finding)
  return (
    <CommandButton command={command} given={given} showKeys={false} label={`${label}: ${nameOfFinding(finding)}`}>
      {label}
    </CommandButton>
  )
}

const Locks = ({ finding: { locks } }: { readonly finding: Finding }) =>
  locks.length === 0 ? (
    <span className="faint">No lock</span>
  ) : (
    <span className="drift-locks">
      {locks.map(({ lockID, serialCode }) => (
        <Serial key={lockID} code={serialCode} />
      ))}
    </span>
  )

/** @param before the width in pixels of the columns before these */
const columnsAfter = (before: number): ReadonlyArray<GridColumn<Finding>> => [
  {
    id: "unit",
    title: "Unit",
    width: 72,
    grow: 0.5,
    searched: true,
    value: ({ unit }) => unit,
    cell: ({ unit }) => unit ?? <span className="faint">--</span>
  },
  {
    id: "kind",
    title: "Mismatch",
    width: 216,
    kind: "choice",
    choices: driftKinds.map(({ title }) => ({ value: title, label: title })),
    value: ({ kind }) => driftTitle(kind)
  },
  {
    id: "locks",
    title: "Locks",
    width: 96,
    grow: 0.8,
    from: 780 + before,
    searched: true,
    value: ({ locks }) => locks.map(({ serialCode }) => serialCode),
    cell: (finding) => <Locks finding={finding} />
  },
  {
    id: "says",
    title: "Problem",
    width: 160,
    grow: 2,
    from: 950 + before,
    value: ({ says }) => says,
    cell: ({ says }) => (
      <span className="whole-text" title={says}>
        {says}
      </span>
    )
  },
  {
    id: "fix",
    title: "Fix",
    width: 240,
    grow: 0.5,
    hideable: false,
    value: ({ fix }) => fix.words,
    cell: (finding) => <FixButton finding={finding} />
  }
]

export const driftColumns = columnsAfter(0)

/** The same columns with the facility first. */
export const columnsOfAll: ReadonlyArray<GridColumn<Finding>> = [
  {
    id: "facility",
    title: "Facility",
    width: 120,
    searched: true,
    value: ({ facilityName }) => facilityName,
    cell: ({ facilityName }) => <span title={facilityName}>{facilityName}</span>
  },
  ...columnsAfter(130)
]

/** Height of both cards in pixels: title, place, and a button as tall as a finger. */
export const driftCardHeight = 124

const Card = ({ finding, where }: { readonly finding: Finding; readonly where: string | null }) => (
  <>
    <p>
      <strong>{finding.unit ?? "No unit"}</strong>
      <span>{driftTitle(finding.kind)}</span>
    </p>
    <p className="drift-card-where muted">
      <Locks finding={finding} />
      {where === null ? null : <span>{where}</span>}
    </p>
    <p className="drift-card-do">
      <FixButton finding={finding} />
    </p>
  </>
)

export const driftCardOfAll = (finding: Finding) => <Card finding={finding} where={finding.facilityName} />

export const driftCard = (finding: Finding) => <Card finding={finding} where={null} />

/** Status of the unit in the FMS. */
const fmsValueOf = ({ unitStatus }: Finding): string =>
  unitStatus === null
    ? "doesn't have this unit"
    : unitStatus === UnitStatus.id.Default
      ? "Rented"
      : UnitStatus.label(unitStatus)

export const driftPeek = (finding: Finding) => (
  <>
    <p className="drift-says">{finding.says}</p>
    <Facts
      facts={{
        Unit: finding.unit,
        "Management software": fmsValueOf(finding),
        Locks:
          finding.locks.length === 0
            ? null
            : finding.locks.map(({ lockID, serialCode, status }) => (
                <span key={lockID} className="drift-lock">
                  <Serial code={serialCode} /> <Status status={status} />
                </span>
              )),
        Fix: finding.fix.words,
        Terminal: <code className="drift-line">{fixLine(finding.fix)}</code>
      }}
    />
  </>
)
