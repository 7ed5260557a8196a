import { useId } from "react"
import { facilityLimits } from "#core/facilities/facilityLimits.ts"
import { regions, regionShown } from "#core/facilities/regions.ts"
import { ScanSafeField } from "#web/ui/ScanSafeField.tsx"
import { AddressSearch } from "./AddressSearch.tsx"
import type { PartProps } from "./formParts.ts"

/** Address of the facility. Typing in a field clears the map position until the address is searched for. */
export const AddressPart = ({ form: { values, issues, change } }: PartProps) => {
  const id = useId()
  const { state } = values
  const known = state === "" || regions.some(({ code }) => code === state)
  const moved = { lat: null, lng: null } as const
  return (
    <div className="facility-fields">
      <AddressSearch
        onChoose={({ street, ...place }) => change({ ...place, street: street === "" ? values.street : street })}
      />
      <ScanSafeField
        label="Address"
        autoComplete="off"
        maxLength={facilityLimits.street.max}
        value={values.street}
        onText={(street) => change({ street })}
        issue={issues["street"]}
      />
      <ScanSafeField
        label="City"
        autoComplete="off"
        maxLength={facilityLimits.text}
        value={values.city}
        onText={(city) => change({ city, ...moved })}
        issue={issues["city"]}
      />
      <div className="field">
        <label htmlFor={id}>State/Province/Region</label>
        <select
          id={id}
          className="select"
          value={state}
          onChange={(event) => change({ state: event.target.value, ...moved })}
        >
          <option value="">Choose a region</option>
          {known ? null : <option value={state}>{state}</option>}
          {regions.map(({ code }) => (
            <option key={code} value={code}>
              {regionShown(code)}
            </option>
          ))}
        </select>
      </div>
      <ScanSafeField
        label="Zip"
        autoComplete="off"
        maxLength={facilityLimits.zip}
        value={values.zip}
        onText={(zip) => change({ zip, ...moved })}
        issue={issues["zip"]}
      />
    </div>
  )
}
