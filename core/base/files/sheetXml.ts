import { ArchiveRefused } from "./Archive.ts"

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" }

/** Text of XML with its entities resolved: the five there are, and characters by their number. */
export const plainText = (text: string): string =>
  text.includes("&")
    ? text.replace(
        /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,8}));/gi,
        (whole, decimal?: string, hex?: string, name?: string) => {
          if (name !== undefined) return entities[name] ?? whole
          const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
          return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ""
        }
      )
    : text

/** What stands in the tag of an element, and between it and its end. */
export interface Element {
  readonly head: string
  readonly inside: string
}

/**
 * The elements of a name, whatever their prefix, in order; none of them holds another of its name. Reads the text once from
 * front to back, whatever is in it: an element without an end is a damaged workbook.
 * @param name the name, or a pattern of several
 */
export function* elementsIn(xml: string, name: string): Generator<Element, void, undefined> {
  const open = new RegExp(`<((?:[\\w.-]{1,40}:)?${name})(?=[\\s/>])([^<>]*)>`, "g")
  for (let found = open.exec(xml); found !== null; found = open.exec(xml)) {
    const [, named = "", head = ""] = found
    if (head.endsWith("/")) {
      yield { head, inside: "" }
      continue
    }
    const end = xml.indexOf(`</${named}>`, open.lastIndex)
    if (end < 0) throw new ArchiveRefused("BrokenWorkbook")
    yield { head, inside: xml.slice(open.lastIndex, end) }
    open.lastIndex = end
  }
}

/** The first element of a name, or null. */
export const elementIn = (xml: string, name: string): Element | null => elementsIn(xml, name).next().value ?? null

const patterns = new Map<string, RegExp>()

/** The value of an attribute, or null where it is not there. */
export const attributeOf = ({ head }: Element, name: string): string | null => {
  const pattern = patterns.get(name) ?? new RegExp(`(?:^|\\s)(?:[\\w.-]{1,40}:)?${name}=["']([^"']*)["']`)
  patterns.set(name, pattern)
  const value = pattern.exec(head)?.[1]
  return value === undefined ? null : plainText(value)
}
