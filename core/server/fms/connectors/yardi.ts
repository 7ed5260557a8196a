import { Effect } from "effect"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import { failedAt, type FmsFailed } from "../FmsFailed.ts"
import type { Connector, FmsTarget, FmsUnit } from "./Connector.ts"
import { elements, parseXml, rowsWith, soapEnvelope, textOf, type Xml, xmlElements } from "./xml.ts"

const namespace = "http://tempuri.org/YSI.Interfaces.WebServices/ItfILSGuestCard20"
const entity = "Lockdesk"

/** The stage indicated by a message, which has no code and comes with status 200. */
const stageOf = (message: string) =>
  /licen[sc]e|interface/i.test(message)
    ? "license"
    : /login|password|user|credential|database|server/i.test(message)
      ? "auth"
      : /property/i.test(message)
        ? "facility"
        : "http"

const operate = Effect.fnUntraced(function* (
  { fields, base, send }: FmsTarget,
  operation: string,
  kind: "open" | "company" | "property"
): Effect.fn.Return<Xml, FmsFailed> {
  const credentials: ReadonlyArray<readonly [string, string]> = [
    ["UserName", fields.corporateUsername ?? ""],
    ["Password", fields.corporatePassword ?? ""],
    ["ServerName", fields.serverName ?? ""],
    ["Database", fields.databaseName ?? ""],
    ["Platform", "SQL Server"]
  ]
  const property = [["YardiPropertyId", fields.externalFacilityId ?? ""]] as const
  const license = [
    ["InterfaceEntity", entity],
    ["InterfaceLicense", fields.apiFacilityID ?? ""]
  ] as const
  const body =
    kind === "open" ? [] : kind === "company" ? [...credentials, ...license] : [...credentials, ...property, ...license]
  const { status, text } = yield* send({
    method: "POST",
    url: new URL("webservices/itfilsguestcard20.asmx", base),
    headers: { "content-type": "text/xml; charset=utf-8", soapaction: `"${namespace}/${operation}"` },
    body: soapEnvelope(`<${operation} xmlns="${namespace}">${xmlElements(body)}</${operation}>`),
    soap: true
  })
  if (status === 401) return yield* failedAt("auth", "401")
  const answer = yield* parseXml(text)
  if (elements(answer, "Fault").length > 0 || status !== 200)
    return yield* failedAt("http", status === 200 ? "fault" : String(status))
  const [result] = elements(answer, `${operation}Result`)
  if (result === undefined) return yield* failedAt("schema", "shape", { sample: text })
  const failed = elements(result, "Message").find(
    (message) => typeof message !== "string" && /error/i.test(textOf(message, "@messageType"))
  )
  return failed === undefined ? result : yield* failedAt(stageOf(textOf(failed)), "message")
})

const unitsOf = Effect.fnUntraced(function* (target: FmsTarget) {
  const rows = rowsWith(yield* operate(target, "UnitAvailability_Login", "property"), "UnitID")
  return rows.length === 0 ? yield* failedAt("data", "no-units") : rows
})

/** Yardi: SOAP, with errors as messages in a 200 response. Verify against the vendor's sandbox. */
export const yardi: Connector = {
  test: Effect.fnUntraced(function* (target) {
    yield* operate(target, "Ping", "open")
    const wanted = (target.fields.externalFacilityId ?? "").trim().toLowerCase()
    const properties = rowsWith(yield* operate(target, "GetPropertyConfigurations", "company"), "Code")
    if (properties.length === 0) return yield* failedAt("schema", "no-properties")
    const known = properties.some((row) => textOf(row, "Code").toLowerCase() === wanted)
    if (!known) return yield* failedAt("facility", "no-such-property")
    yield* unitsOf(target)
  }),
  units: (target) =>
    Effect.map(unitsOf(target), (rows) =>
      // This interface reports rentable units, not delinquent tenants.
      rows.map((row): FmsUnit => ({
        name: textOf(row, "UnitID"),
        status: /vacant/i.test(textOf(row, "UnitOccupancyStatus")) ? UnitStatus.id.Vacant : UnitStatus.id.Default
      }))
    )
}
