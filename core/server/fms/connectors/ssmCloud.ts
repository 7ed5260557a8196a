import { Effect } from "effect"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import { failedAt, type FmsFailed } from "../FmsFailed.ts"
import type { Connector, FmsFacility, FmsTarget, FmsUnit } from "./Connector.ts"
import { elements, parseXml, rowsWith, textOf, type Xml } from "./xml.ts"

/**
 * The rows of a table with a given column. Credentials go in the body, although the vendor's own clients put them in the URL.
 */
const rowsOf = Effect.fnUntraced(function* (
  { fields, base, send }: FmsTarget,
  operation: string,
  column: string
): Effect.fn.Return<ReadonlyArray<Xml>, FmsFailed> {
  const form = new URLSearchParams({
    strCustomerCode: fields.corporateCode ?? "",
    strCustomerPassword: fields.corporatePassword ?? "",
    strLocationCode: fields.locationCode ?? "",
    strSortType: "1"
  })
  const { status, text } = yield* send({
    method: "POST",
    url: new URL(`ssmws.asmx/${operation}`, base),
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form.toString()
  })
  if (status === 401) return yield* failedAt("auth", "401")
  if (status === 403) return yield* failedAt("license", "403")
  if (status !== 200) return yield* failedAt("http", String(status))
  const answer = yield* parseXml(text)
  const message = [...elements(answer, "string"), ...elements(answer, "ErrorMessage")]
    .map((each) => textOf(each))
    .join(" ")
  if (/location/i.test(message)) return yield* failedAt("facility", "location")
  if (/invalid/i.test(message)) return yield* failedAt("auth", "invalid")
  if (/licen[sc]e/i.test(message)) return yield* failedAt("license", "license")
  if (elements(answer, "DataSet").length === 0) return yield* failedAt("schema", "shape", { sample: text })
  return rowsWith(answer, column)
})

const rows = Effect.fnUntraced(function* (target: FmsTarget) {
  const units = yield* rowsOf(target, "GetUnitDetails", "UnitNumber")
  return units.length === 0 ? yield* failedAt("data", "no-units") : units
})

/** SSM Cloud: an ASMX service with form requests. Verify against the vendor's sandbox. */
export const ssmCloud: Connector = {
  facilities: Effect.fnUntraced(function* (target) {
    const all = { ...target, fields: { ...target.fields, locationCode: "" } }
    const found = (yield* rowsOf(all, "GetLocations", "LocationCode")).map((row): FmsFacility => ({
      code: textOf(row, "LocationCode"),
      name: textOf(row, "LocationName"),
      phone: textOf(row, "Phone"),
      email: textOf(row, "Email"),
      street: textOf(row, "Address1"),
      city: textOf(row, "City"),
      state: textOf(row, "State"),
      zip: textOf(row, "Zip"),
      lat: textOf(row, "Latitude"),
      lng: textOf(row, "Longitude")
    }))
    return found.length === 0 ? yield* failedAt("data", "no-facilities") : found
  }),
  test: (target) => Effect.asVoid(rows(target)),
  units: (target) =>
    Effect.map(rows(target), (found) =>
      found.map((row): FmsUnit => {
        const { Vacant, Delinquent, Default } = UnitStatus.id
        const vacant = /vacant/i.test(textOf(row, "UnitStatus"))
        const behind = Number(textOf(row, "DaysPastDue")) > 0
        return { name: textOf(row, "UnitNumber"), status: vacant ? Vacant : behind ? Delinquent : Default }
      })
    )
}
