import { xmlText } from "#core/base/xmlText.ts"
import { simulatorPassword } from "#core/fms/fmsSimulators.ts"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import type { Dialect } from "./Dialect.ts"
import { elementText, soap, soapOperation } from "./sitelinkDialect.ts"

const namespace = "http://tempuri.org/YSI.Interfaces.WebServices/ItfILSGuestCard20"

const messages = {
  auth: "Invalid login for this database.",
  license: "The interface license is not valid.",
  facility: "You do not have access to this property."
} as const

/** The user has the code of its only property, so that the list of properties can contain it. */
export const yardiDialect: Dialect = {
  understand: (asked) =>
    asked.method === "POST" && asked.path === "webservices/itfilsguestcard20.asmx" && !asked.body.includes("\n")
      ? {
          operation: soapOperation(asked),
          code: elementText(asked.body, "UserName"),
          // A ping has no credentials.
          signedIn: soapOperation(asked) === "Ping" || elementText(asked.body, "Password") === simulatorPassword
        }
      : null,
  good: ({ operation, code }, units) => {
    const inside =
      operation === "Ping"
        ? "Ping OK"
        : operation === "GetPropertyConfigurations"
          ? `<Properties><Property><Code>${xmlText(code)}</Code><MarketingName>${xmlText(code)}</MarketingName></Property></Properties>`
          : `<PhysicalProperty><Property>${units
              .map(
                ({ name, status }) =>
                  `<ILS_Unit><UnitID>${xmlText(name)}</UnitID><UnitOccupancyStatus>${status === UnitStatus.id.Vacant ? "vacant" : "occupied"}</UnitOccupancyStatus></ILS_Unit>`
              )
              .join("")}</Property></PhysicalProperty>`
    return soap(operation, namespace, inside)
  },
  // A property that is not the user's is missing from the list, and calls for it are refused.
  refuse: ({ operation }, why) =>
    operation === "Ping"
      ? soap(operation, namespace, "Ping OK")
      : why === "facility" && operation === "GetPropertyConfigurations"
        ? soap(operation, namespace, "<Properties><Property><Code>another</Code></Property></Properties>")
        : soap(operation, namespace, `<Messages><Message messageType="Error">${messages[why]}</Message></Messages>`),
  odd: ({ operation }) => soap(`${operation}V2`, namespace, "")
}
