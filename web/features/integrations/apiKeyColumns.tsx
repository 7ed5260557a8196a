import { fieldLabels } from "#core/base/fieldLabels.ts"
import type { ApiKey } from "#core/apikeys/ApiKey.ts"
import { areasText, facilitiesText, keyState } from "#core/apikeys/apiKeyRules.ts"
import { now } from "#web/app/clock.ts"
import { calendarDay, dateTime } from "#web/app/times.ts"
import type { GridColumn } from "#web/grid/GridColumn.ts"
import { Facts } from "#web/ui/Facts.tsx"

const stateOf = (key: ApiKey): string => keyState(key, now())

const usedText = ({ lastUsedOn }: ApiKey): string => (lastUsedOn === null ? "Never" : dateTime(lastUsedOn))

const expiresText = ({ expiresOn, lastDay }: ApiKey): string =>
  expiresOn === null ? "Never" : lastDay === null ? dateTime(expiresOn) : calendarDay(lastDay)

/** Columns of the list, those of 002 §2 first where there is no room for all. The secret is masked and never exported. */
export const apiKeyColumns: ReadonlyArray<GridColumn<ApiKey>> = [
  { id: "name", title: "Name", width: 150, grow: 1.4, value: ({ name }) => name, searched: true, hideable: false },
  { id: "key", title: "Key", width: 236, grow: 0, from: 640, value: ({ key }) => key, searched: true },
  {
    id: "secret",
    title: "Secret",
    width: 160,
    grow: 0,
    from: 780,
    sortable: false,
    filterable: false,
    exportable: false,
    value: ({ secret }) => secret
  },
  {
    id: "facilities",
    title: "Facilities",
    width: 100,
    grow: 0,
    from: 560,
    value: ({ allFacilities, facilityIds }) => (allFacilities ? "All" : facilityIds.length)
  },
  { id: "state", title: "Active", width: 100, grow: 0, value: stateOf },
  { id: "used", title: "Last used", width: 230, grow: 0, from: 980, value: usedText, sortable: false }
]

/** A key on a narrow screen without columns. */
export const apiKeyCard = (key: ApiKey) => (
  <>
    <p>
      <strong className="card-name">{key.name}</strong>
      <span className="muted card-state">{stateOf(key)}</span>
    </p>
    <p className="muted">
      <span>
        {facilitiesText(key)} {key.allFacilities || key.facilityIds.length !== 1 ? "facilities" : "facility"}
      </span>
      <span>Last used: {usedText(key)}</span>
    </p>
  </>
)

/** Details of a key shown without opening it. */
export const apiKeyPeek = (key: ApiKey) => (
  <Facts
    facts={{
      Key: key.key,
      Secret: key.secret,
      Facilities: facilitiesText(key),
      Areas: areasText(key.areas),
      [fieldLabels.mayReveal]: key.mayReveal ? "Yes" : "No",
      Active: stateOf(key),
      Expires: expiresText(key),
      "Last used": usedText(key),
      "Last used from": key.lastUsedFrom,
      "Created by": key.createdBy
    }}
  />
)
