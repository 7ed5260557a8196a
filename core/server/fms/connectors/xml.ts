import { Effect } from "effect"
import { XMLParser } from "fast-xml-parser"
import { xmlText } from "#core/base/xmlText.ts"
import { failedAt, type FmsFailed } from "../FmsFailed.ts"

/** A piece of parsed XML: text, or elements by their name without its prefix; attributes are named with `@`. */
export type Xml = string | { readonly [name: string]: Xml | ReadonlyArray<Xml> }

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true
})

/** Parses an answer. A document type is refused: nothing of an answer may lead to another document. */
export const parseXml = (text: string): Effect.Effect<Xml, FmsFailed> =>
  /<!(DOCTYPE|ENTITY)/i.test(text)
    ? Effect.fail(failedAt("schema", "doctype"))
    : Effect.try({
        try: () => parser.parse(text, true) as Xml,
        catch: () => failedAt("schema", "not-xml", { sample: text })
      })

const children = (node: Xml): ReadonlyArray<readonly [string, Xml]> =>
  typeof node === "string"
    ? []
    : Object.entries(node).flatMap(([name, value]) =>
        (Array.isArray(value) ? (value as ReadonlyArray<Xml>) : [value as Xml]).map((each) => [name, each] as const)
      )

/** Every element of a name, wherever it stands. */
export const elements = (node: Xml, name: string): ReadonlyArray<Xml> =>
  children(node).flatMap(([each, child]) => [...(each === name ? [child] : []), ...elements(child, name)])

/** Every element that has a child of a name: the rows of a table that is known by a column. */
export const rowsWith = (node: Xml, column: string): ReadonlyArray<Xml> => [
  ...(typeof node !== "string" && Object.hasOwn(node, column) ? [node] : []),
  ...children(node).flatMap(([, child]) => rowsWith(child, column))
]

/** The text of an element, or of its child of a name. */
export const textOf = (node: Xml | undefined, name?: string): string => {
  if (node === undefined) return ""
  if (name !== undefined) return textOf(children(node).find(([each]) => each === name)?.[1])
  return typeof node === "string" ? node : textOf(children(node).find(([each]) => each === "#text")?.[1])
}

/** Elements in the order given: ASMX services read them by it. */
export const xmlElements = (values: ReadonlyArray<readonly [string, string | number]>): string =>
  values.map(([name, value]) => `<${name}>${xmlText(String(value))}</${name}>`).join("")

/** A SOAP 1.1 envelope on one line. */
export const soapEnvelope = (body: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`
