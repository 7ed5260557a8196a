import { Effect } from "effect"
import { XMLParser } from "fast-xml-parser"
import { xmlText } from "#core/base/xmlText.ts"
import { failedAt, type FmsFailed } from "../FmsFailed.ts"

/** Parsed XML: text, or elements by name without prefix; attributes start with `@`. */
export type Xml = string | { readonly [name: string]: Xml | ReadonlyArray<Xml> }

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true
})

/** Parses a response. A document type is refused: a response must not refer to other documents. */
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

/** All elements with a name, at any depth. */
export const elements = (node: Xml, name: string): ReadonlyArray<Xml> =>
  children(node).flatMap(([each, child]) => [...(each === name ? [child] : []), ...elements(child, name)])

/** All elements with a child of a given name: the rows of a table, recognized by a column. */
export const rowsWith = (node: Xml, column: string): ReadonlyArray<Xml> => [
  ...(typeof node !== "string" && Object.hasOwn(node, column) ? [node] : []),
  ...children(node).flatMap(([, child]) => rowsWith(child, column))
]

/** The text of an element, or of its child with a name. */
export const textOf = (node: Xml | undefined, name?: string): string => {
  if (node === undefined) return ""
  if (name !== undefined) return textOf(children(node).find(([each]) => each === name)?.[1])
  return typeof node === "string" ? node : textOf(children(node).find(([each]) => each === "#text")?.[1])
}

/** Elements in the given order, which ASMX services require. */
export const xmlElements = (values: ReadonlyArray<readonly [string, string | number]>): string =>
  values.map(([name, value]) => `<${name}>${xmlText(String(value))}</${name}>`).join("")

/** A SOAP 1.1 envelope on one line. */
export const soapEnvelope = (body: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`
