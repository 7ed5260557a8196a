import { ArchiveRefused } from "./Archive.ts"

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" }

/** XML text with its entities resolved: the five predefined ones, and numeric characters. */
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

/** The attributes of an element, and its content. */
export interface Element {
  readonly head: string
  readonly inside: string
}

/**
 * The elements with a name, ignoring prefixes, in order; none of them contains another with that name. Scans the text once; an
 * element that never ends means a damaged workbook.
 * @param name the name, or a pattern that matches several
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

/** The first element with a name, or null. */
export const elementIn = (xml: string, name: string): Element | null => elementsIn(xml, name).next().value ?? null

const patterns = new Map<string, RegExp>()

/** The value of an attribute, or null if it is missing. */
export const attributeOf = ({ head }: Element, name: string): string | null => {
  const pattern = patterns.get(name) ?? new RegExp(`(?:^|\\s)(?:[\\w.-]{1,40}:)?${name}=["']([^"']*)["']`)
  patterns.set(name, pattern)
  const value = pattern.exec(head)?.[1]
  return value === undefined ? null : plainText(value)
}
