import { useQuery } from "@tanstack/react-query"
import { type RefObject, useId, useMemo } from "react"
import { locksOnlyTiers } from "#core/companies/tiers.ts"
import type { Facility } from "#core/facilities/Facility.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { transferNote } from "#core/locks/transferNote.ts"
import { unitChoices, unitNotices } from "#core/units/unitChoices.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { logTime } from "#web/app/times.ts"
import { unitsQuery } from "#web/app/unitQueries.ts"
import { lockList } from "#web/sync/LockList.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { FacilityPicker } from "#web/ui/FacilityPicker.tsx"
import { type LockForm, unitClosed, withFacility } from "./lockForm.ts"
import { othersInUnit } from "./othersInUnit.ts"
import { UnitField } from "./UnitField.tsx"

interface PlaceProps {
  readonly lock: Lock
  readonly form: LockForm
  readonly onChange: (form: LockForm) => void
  readonly closed: string | null
}

interface FacilityFieldProps extends PlaceProps {
  readonly transfer: boolean
  readonly field: RefObject<HTMLInputElement | null>
}

/** Facility of a lock: read-only, or selectable in transfer mode (001 §2, §4). */
export const FacilityField = ({ lock, form, onChange, closed, transfer, field }: FacilityFieldProps) =>
  transfer && closed === null ? (
    <div className="field">
      <FacilityPicker
        label="Facility"
        value={form.facilityID}
        onChoose={(id) => onChange(withFacility(lock, form, id ?? lock.facilityID))}
        field={field}
      />
      <p className="note warning" role="status">
        {form.facilityID === lock.facilityID ? "Choose a facility for this lock." : `Saving ${transferNote(lock)}`}
      </p>
    </div>
  ) : (
    <div className="field" role="group" aria-label="Facility">
      <span className="field-name">Facility</span>
      <p className="field-text">{lock.facilityName ?? "Inventory"}</p>
    </div>
  )

interface UnitPlaceProps extends PlaceProps {
  readonly facility: Facility | undefined
  readonly issue: string | undefined
  readonly field: RefObject<HTMLInputElement | null>
}

/** Unit of a lock, with its facility's units as suggestions if known, and a note about the unit. */
export const UnitPlace = ({ lock, form, onChange, closed, facility, issue, field }: UnitPlaceProps) => {
  const user = useSignedInUser()
  const noteId = useId()
  const { facilityID, status, unit } = form
  const notHere = closed === null ? unitClosed(user, form) : null
  const hasList =
    facilityID !== null &&
    !locksOnlyTiers.has(user.subscriptionTier) &&
    facility?.managementSoftware !== Fms.id.NotListed
  const units = useQuery(unitsQuery(hasList && closed === null && notHere === null ? facilityID : null))
  const listed = hasList && units.data?.fromFms === true ? units.data : null
  const { index } = lockList
  const revision = lockList.state().revision
  const notices = useMemo(() => {
    if (listed === null || notHere !== null || facilityID === null) return []
    const name = unit.trim()
    return unitNotices(listed.data, status, name, name === "" ? 0 : othersInUnit(index, facilityID, name, lock.lockID))
    // The index changes in place, so depend on its revision.
  }, [listed, notHere, facilityID, status, unit, index, revision, lock.lockID])
  const present = facilityID === lock.facilityID ? lock.unitNumber : null
  return (
    <div className="unit-place">
      <UnitField
        value={unit}
        onText={(text) => onChange({ ...form, unit: text })}
        choices={listed === null ? null : unitChoices(listed.data, status, present)}
        disabled={closed !== null || notHere !== null}
        issue={issue}
        describedBy={noteId}
        field={field}
      />
      <div id={noteId} className="notes">
        {issue === undefined ? null : <p className="issue">{issue}</p>}
        {notHere === null ? null : <p className="note muted">{notHere}</p>}
        <div role="status">
          {notices.map(({ kind, text }) => (
            <p key={text} className={`note ${kind}`}>
              {text}
            </p>
          ))}
        </div>
        {units.error instanceof CallFailure && notHere === null ? (
          <p className="note warning" role="alert">
            {units.error.words.error} {units.error.words.next} You can still type a unit.
          </p>
        ) : null}
      </div>
      {listed === null || closed !== null ? null : (
        <p className="unit-age muted">
          <span>Units as of {logTime(listed.fetchedOn ?? "")} UTC</span>
          <CommandButton command="units.refresh" shape="none" notYet={units.isFetching ? "Loading…" : null}>
            Refresh
          </CommandButton>
        </p>
      )}
    </div>
  )
}
