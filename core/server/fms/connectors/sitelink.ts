import { Effect } from "effect"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import { failedAt, type FmsFailed } from "../FmsFailed.ts"
import type { Connector, FmsFacility, FmsTarget, FmsUnit } from "./Connector.ts"
import { elements, parseXml, rowsWith, soapEnvelope, textOf, type Xml, xmlElements } from "./xml.ts"

const namespace = "http://tempuri.org/CallCenterWs/CallCenterWs"

/** Return codes by the stage they indicate (FMS.md). */
const returned: Readonly<Record<string, Parameters<typeof failedAt>[0]>> = {
  "-98": "auth",
  "-95": "license",
  "-75": "facility"
}

type More = ReadonlyArray<readonly [string, string | number]>

/** One operation. Credentials come first in every body, in the order of the WSDL. */
const operate = Effect.fnUntraced(function* (
  { fields, base, send }: FmsTarget,
  operation: string,
  more: More = []
): Effect.fn.Return<Xml, FmsFailed> {
  const credentials: More = [
    ["sCorpCode", fields.corporateCode ?? ""],
    ["sLocationCode", fields.locationCode ?? ""],
    ["sCorpUserName", fields.corporateUsername ?? ""],
    ["sCorpPassword", fields.corporatePassword ?? ""]
  ]
  const { status, text } = yield* send({
    method: "POST",
    url: new URL("CallCenterWs.asmx", base),
    headers: { "content-type": "text/xml; charset=utf-8", soapaction: `"${namespace}/${operation}"` },
    body: soapEnvelope(`<${operation} xmlns="${namespace}">${xmlElements([...credentials, ...more])}</${operation}>`),
    soap: true
  })
  if (status === 401) return yield* failedAt("auth", "401")
  if (status === 403) return yield* failedAt("license", "403")
  const answer = yield* parseXml(text)
  const [fault] = elements(answer, "Fault")
  if (fault !== undefined || status !== 200)
    return yield* failedAt("http", fault === undefined ? String(status) : "fault")
  const code = textOf(rowsWith(answer, "Ret_Code")[0], "Ret_Code")
  if (Number(code) < 0) return yield* failedAt(returned[code] ?? "http", code)
  if (elements(answer, `${operation}Result`).length === 0 || elements(answer, "diffgram").length === 0) {
    return yield* failedAt("schema", "shape", { sample: text })
  }
  return answer
})

const isTrue = (node: Xml, name: string): boolean => textOf(node, name).toLowerCase() === "true"

/** Sitelink by Storable: CallCenterWs over SOAP, responses as .NET DataSets. Verify against the vendor's sandbox. */
export const sitelink: Connector = {
  /** The sites of a corporate account: SiteInformation without a location code. */
  facilities: Effect.fnUntraced(function* (target) {
    const answer = yield* operate({ ...target, fields: { ...target.fields, locationCode: "" } }, "SiteInformation")
    const sites = rowsWith(answer, "sLocationCode").map((site): FmsFacility => ({
      code: textOf(site, "sLocationCode"),
      name: textOf(site, "sSiteName"),
      phone: textOf(site, "sSitePhone"),
      email: textOf(site, "sEmailAddress"),
      street: textOf(site, "sSiteAddr1"),
      city: textOf(site, "sSiteCity"),
      state: textOf(site, "sSiteRegion"),
      zip: textOf(site, "sSitePostalCode"),
      lat: textOf(site, "dcLatitude"),
      lng: textOf(site, "dcLongitude")
    }))
    return sites.length === 0 ? yield* failedAt("data", "no-facilities") : sites
  }),
  /** The unit types with their counts: one cheap call that checks the credentials and whether there are units. */
  test: Effect.fnUntraced(function* (target) {
    const types = rowsWith(yield* operate(target, "UnitTypePriceList_v2"), "iTotalUnits")
    if (!types.some((row) => Number(textOf(row, "iTotalUnits")) > 0)) return yield* failedAt("data", "no-units")
  }),
  units: Effect.fnUntraced(function* (target) {
    const answer = yield* operate(target, "UnitsInformation_v3", [
      ["lngLastTimePolled", 0],
      ["bReturnExcludedFromWebsiteUnits", "true"]
    ])
    const units = rowsWith(answer, "sUnitName")
    if (units.length === 0) return yield* failedAt("data", "no-units")
    const gate = rowsWith(yield* operate(target, "GateAccessData", [["iMinutesSinceLastUpdate", 0]]), "sUnitName")
    const locked = new Set(
      gate
        .filter((row) => isTrue(row, "bGateLocked") || isTrue(row, "bOverlocked"))
        .map((row) => textOf(row, "sUnitName"))
    )
    return units.map((row): FmsUnit => {
      const name = textOf(row, "sUnitName")
      const { Vacant, Delinquent, Default } = UnitStatus.id
      return { name, status: !isTrue(row, "bRented") ? Vacant : locked.has(name) ? Delinquent : Default }
    })
  })
}
