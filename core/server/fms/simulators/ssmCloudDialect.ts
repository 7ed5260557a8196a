import { xmlText } from "#core/base/xmlText.ts"
import { simulatorPassword } from "#core/fms/fmsSimulators.ts"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import { type Dialect, xml } from "./Dialect.ts"

const messages = {
  auth: "Invalid customer code or password",
  license: "No license for this service",
  facility: "Location not found"
} as const

export const ssmCloudDialect: Dialect = {
  understand: ({ path, method, body }) => {
    const form = new URLSearchParams(body)
    return method === "POST" && path === "ssmws.asmx/GetUnitDetails"
      ? {
          operation: "GetUnitDetails",
          code: form.get("strLocationCode") ?? "",
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
  refuse: (_, why) => xml(`<string xmlns="http://tempuri.org/">${messages[why]}</string>`),
  odd: () => xml("<html><body>Service</body></html>")
}
