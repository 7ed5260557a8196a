import { inflateSync } from "node:zlib"

/** A piece of text on a page, with the start of its baseline in points from the top left corner. */
export interface PdfText {
  readonly text: string
  readonly x: number
  readonly y: number
}

export interface PdfPage {
  /** In points. */
  readonly width: number
  readonly height: number
  readonly texts: ReadonlyArray<PdfText>
}

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]
const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** Applies the first matrix, then the second. */
const times = ([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix => [
  a * A + b * C,
  a * B + b * D,
  c * A + d * C,
  c * B + d * D,
  e * A + f * C + E,
  e * B + f * D + F
]

const hexUnits = (hex: string): ReadonlyArray<number> => (hex.match(/.{4}/g) ?? []).map((unit) => parseInt(unit, 16))

/** The characters of a font's glyphs, from its embedded table. */
const glyphsOf = (table: string): ReadonlyMap<number, string> => {
  const glyphs = new Map<number, string>()
  for (const [, block = ""] of table.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = "", text = ""] of block.matchAll(/<(\w+)>\s*<(\w+)>/g)) {
      glyphs.set(parseInt(glyph, 16), String.fromCharCode(...hexUnits(text)))
    }
  }
  for (const [, block = ""] of table.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, first = "", last = "", text = ""] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      const begin = parseInt(first, 16)
      for (let glyph = begin; glyph <= parseInt(last, 16); glyph += 1) {
        glyphs.set(glyph, String.fromCharCode(parseInt(text, 16) + glyph - begin))
      }
    }
  }
  return glyphs
}

const token = /\/[^\s/<>[\]()]+|<[0-9A-Fa-f]*>|\[|\]|-?\d*\.?\d+|[A-Za-z*]+/g

/** The texts a page's content stream shows. `fonts` maps the font names used there. */
const textsOf = (
  drawing: string,
  fonts: ReadonlyMap<string, ReadonlyMap<number, string>>,
  height: number
): ReadonlyArray<PdfText> => {
  const texts: Array<PdfText> = []
  const kept: Array<Matrix> = []
  let [page, line, font]: [Matrix, Matrix, string] = [identity, identity, ""]
  let operands: Array<string> = []
  const matrix = (): Matrix => {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = operands.slice(-6).map(Number)
    return [a, b, c, d, e, f]
  }
  for (const [word] of drawing.matchAll(token)) {
    if (!/^[A-Za-z]/.test(word)) {
      operands.push(word)
      continue
    }
    if (word === "q") kept.push(page)
    else if (word === "Q") page = kept.pop() ?? identity
    else if (word === "cm") page = times(matrix(), page)
    else if (word === "BT") line = identity
    else if (word === "Tm") line = matrix()
    else if (word === "Td") line = times([1, 0, 0, 1, Number(operands.at(-2)), Number(operands.at(-1))], line)
    else if (word === "Tf") font = operands.at(-2) ?? ""
    else if (word === "Tj" || word === "TJ") {
      const glyphs = fonts.get(font)
      const text = operands
        .filter((operand) => operand.startsWith("<"))
        .flatMap((hex) => hexUnits(hex.slice(1, -1)).map((glyph) => glyphs?.get(glyph) ?? "\uFFFD"))
      const [, , , , x, y] = times(line, page)
      texts.push({ text: text.join(""), x, y: height - y })
    }
    operands = []
  }
  return texts
}

/** The pages of a PDF written by Chromium, with their text. */
export const readPdf = (file: Buffer): ReadonlyArray<PdfPage> => {
  const objects = new Map<string, string>()
  for (const [, id = "", body = ""] of file.toString("latin1").matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    objects.set(id, body)
  }
  const stream = (id: string): string => {
    const body = objects.get(id) ?? ""
    const from = body.indexOf("stream\n") + 7
    const length = Number(/\/Length (\d+)/.exec(body)?.[1])
    return inflateSync(Buffer.from(body.slice(from, from + length), "latin1")).toString("latin1")
  }
  const glyphs = new Map<string, ReadonlyMap<number, string>>()
  const glyphsBy = (font: string): ReadonlyMap<number, string> => {
    const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font) ?? "")?.[1]
    const known = glyphs.get(font) ?? (table === undefined ? new Map() : glyphsOf(stream(table)))
    glyphs.set(font, known)
    return known
  }
  const pagesOf = (id: string): ReadonlyArray<PdfPage> => {
    const body = objects.get(id) ?? ""
    const kids = /\/Kids \[([^\]]*)\]/.exec(body)?.[1]
    if (kids !== undefined) return [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid = ""]) => pagesOf(kid))
    const [, width, height] = (/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(body) ?? []).map(Number)
    if (width === undefined || height === undefined) throw new Error(`page ${id} has no size`)
    const named = /\/Font <<([^>]*)>>/.exec(body)?.[1] ?? ""
    const fonts = new Map(
      [...named.matchAll(/(\/\w+) (\d+) 0 R/g)].map(([, name = "", font = ""]) => [name, glyphsBy(font)])
    )
    return [{ width, height, texts: textsOf(stream(/\/Contents (\d+) 0 R/.exec(body)?.[1] ?? ""), fonts, height) }]
  }
  const catalog = [...objects.values()].find((body) => /\/Type \/Catalog/.test(body)) ?? ""
  return pagesOf(/\/Pages (\d+) 0 R/.exec(catalog)?.[1] ?? "")
}

/** The lines of a page from top to bottom, each with its texts from left to right. */
export const linesOf = ({ texts }: PdfPage): ReadonlyArray<string> => {
  const lines = Map.groupBy(
    texts.toSorted((one, other) => one.y - other.y || one.x - other.x),
    ({ y }) => Math.round(y)
  )
  return [...lines.values()].map((line) => line.map(({ text }) => text).join(" "))
}
