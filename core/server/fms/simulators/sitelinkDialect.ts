import { xmlText } from "#core/base/xmlText.ts"
import { simulatorPassword } from "#core/fms/fmsSimulators.ts"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import { xmlElements } from "../connectors/xml.ts"
import { type Asked, type Dialect, type Understood, xml } from "./Dialect.ts"

const namespace = "http://tempuri.org/CallCenterWs/CallCenterWs"

/** The text of an element in a request; simulators only parse what our own connectors send. */
export const elementText = (body: string, name: string): string =>
  (new RegExp(`<${name}>([^<]*)</${name}>`).exec(body)?.[1] ?? "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")

/** The operation in a SOAPAction header. */
export const soapOperation = ({ headers }: Asked): string => String(headers["soapaction"] ?? "").replace(/^.*\/|"/g, "")

export const soap = (operation: string, namespaceOf: string, inside: string) =>
  xml(
    `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><${operation}Response xmlns="${namespaceOf}"><${operation}Result>${inside}</${operation}Result></${operation}Response></soap:Body></soap:Envelope>`
  )

/** The prefix of the corporate code in calls for a whole account. */
const account = "account:"

const dataSet = (tables: string): string =>
  `<xs:schema id="NewDataSet" xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="NewDataSet"/></xs:schema><diffgr:diffgram xmlns:diffgr="urn:schemas-microsoft-com:xml-diffgram-v1"><NewDataSet xmlns="">${tables}</NewDataSet></diffgr:diffgram>`

const returned = (code: number, message: string): string =>
  dataSet(`<RT><Ret_Code>${code}</Ret_Code><Ret_Msg>${message}</Ret_Msg></RT>`)

const codes = {
  auth: [-98, "Authentication failed"],
  license: [-95, "The interface is not licensed"],
  facility: [-75, "The facility is disabled"]
} as const

/** Credentials must come first in every body, in this order, as the service requires. */
const inOrder =
  /<sCorpCode>[^<]*<\/sCorpCode><sLocationCode>[^<]*<\/sLocationCode><sCorpUserName>[^<]+<\/sCorpUserName><sCorpPassword>/

export const sitelinkDialect: Dialect = {
  understand: (asked): Understood | null =>
    asked.method === "POST" && asked.path === "CallCenterWs.asmx"
      ? {
          operation: soapOperation(asked),
          // Without a location, the call is for the whole account.
          code: elementText(asked.body, "sLocationCode") || `${account}${elementText(asked.body, "sCorpCode")}`,
          signedIn: inOrder.test(asked.body) && elementText(asked.body, "sCorpPassword") === simulatorPassword
        }
      : null,
  good: ({ operation, code }, units) => {
    const { Vacant, Delinquent } = UnitStatus.id
    const table = (nth: number, row: string) => `<Table diffgr:id="Table${nth + 1}">${row}</Table>`
    const rows =
      operation === "UnitsInformation_v3"
        ? units.map(({ name, status }, nth) =>
            table(
              nth,
              `<UnitID>${nth + 1}</UnitID><sUnitName>${xmlText(name)}</sUnitName><bRented>${status !== Vacant}</bRented>`
            )
          )
        : operation === "GateAccessData"
          ? units.map(({ name, status }, nth) =>
              table(
                nth,
                `<sUnitName>${xmlText(name)}</sUnitName><bRented>${status !== Vacant}</bRented><bGateLocked>${status === Delinquent}</bGateLocked><bOverlocked>${status === Delinquent}</bOverlocked>`
              )
            )
          : operation === "UnitTypePriceList_v2"
            ? units.length === 0
              ? []
              : [table(0, `<UnitTypeID>1</UnitTypeID><iTotalUnits>${units.length}</iTotalUnits>`)]
            : [table(0, `<SiteID>1</SiteID><sSiteName>${xmlText(code)}</sSiteName>`)]
    const result = operation === "SiteInformation" ? "<RT><Ret_Code>1</Ret_Code></RT>" : ""
    // One of several tables is requested.
    const other = `<Totals diffgr:id="Totals1"><nUnits>${units.length}</nUnits></Totals>`
    return soap(operation, namespace, dataSet(`${other}${rows.join("")}${result}`))
  },
  listing: ({ operation, code }, facilities) =>
    operation === "SiteInformation" && code.startsWith(account)
      ? soap(
          operation,
          namespace,
          dataSet(
            facilities
              .map(
                (site, nth) =>
                  `<Table diffgr:id="Table${nth + 1}">${xmlElements([
                    ["SiteID", nth + 1],
                    ["sLocationCode", site.code],
                    ["sSiteName", site.name],
                    ["sSiteAddr1", site.street],
                    ["sSiteCity", site.city],
                    ["sSiteRegion", site.state],
                    ["sSitePostalCode", site.zip],
                    ["sSitePhone", site.phone],
                    ["sEmailAddress", site.email],
                    ["dcLatitude", site.lat],
                    ["dcLongitude", site.lng]
                  ])}</Table>`
              )
              .join("") + "<RT><Ret_Code>1</Ret_Code></RT>"
          )
        )
      : null,
  refuse: ({ operation }, why) => soap(operation, namespace, returned(codes[why][0], codes[why][1])),
  odd: () => xml("<html><body>Maintenance</body></html>")
}
