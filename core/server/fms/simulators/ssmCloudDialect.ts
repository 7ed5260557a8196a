import { xmlText } from "#core/base/xmlText.ts"
import { simulatorPassword } from "#core/fms/fmsSimulators.ts"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import { xmlElements } from "../connectors/xml.ts"
import { type Dialect, xml } from "./Dialect.ts"

const listed = "GetLocations"

const messages = {
  auth: "Invalid customer code or password",
  license: "No license for this service",
  facility: "Location not found"
} as const

export const ssmCloudDialect: Dialect = {
  understand: ({ path, method, body }) => {
    const form = new URLSearchParams(body)
    const operation = path.replace("ssmws.asmx/", "")
    return method === "POST" && (operation === "GetUnitDetails" || operation === listed)
      ? {
          operation,
          // Without a location, the call is for the whole customer.
          code: form.get("strLocationCode") || (form.get("strCustomerCode") ?? ""),
          signedIn: form.get("strCustomerPassword") === simulatorPassword
        }
      : null
  },
  good: (_, units) => {
    const { Vacant, Delinquent } = UnitStatus.id
    const rows = units.map(
      ({ name, status }) =>
        `<Table><UnitNumber>${xmlText(name)}</UnitNumber><UnitStatus>${status === Vacant ? "Vacant" : "Rented"}</UnitStatus><DaysPastDue>${status === Delinquent ? 31 : 0}</DaysPastDue></Table>`
    )
    return xml(`<DataSet><diffgram><NewDataSet>${rows.join("")}</NewDataSet></diffgram></DataSet>`)
  },
  listing: ({ operation }, facilities) =>
    operation === listed
      ? xml(
          `<DataSet><diffgram><NewDataSet>${facilities
            .map(
              (each) =>
                `<Table>${xmlElements([
                  ["LocationCode", each.code],
                  ["LocationName", each.name],
                  ["Phone", each.phone],
                  ["Email", each.email],
                  ["Address1", each.street],
                  ["City", each.city],
                  ["State", each.state],
                  ["Zip", each.zip],
                  ["Latitude", each.lat],
                  ["Longitude", each.lng]
                ])}</Table>`
            )
            .join("")}</NewDataSet></diffgram></DataSet>`
        )
      : null,
  refuse: (_, why) => xml(`<string xmlns="http://tempuri.org/">${messages[why]}</string>`),
  odd: () => xml("<html><body>Service</body></html>")
}
