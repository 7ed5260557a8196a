import { readFileSync } from "node:fs"
import { join } from "node:path"
import axe from "axe-core"
import { describe, expect, it } from "vitest"
import { codeOf, stylesheets } from "./sources.ts"

/** The parts of axe that measure contrast, which its types leave out. */
const { Color, getContrast } = (
  axe as unknown as {
    commons: {
      color: {
        Color: new () => { parseString(text: string): void }
        getContrast(background: object, text: object): number
      }
    }
  }
).commons.color

/** The tokens for text, and for what text stands on. */
const inks = ["ink", "ink-2", "ink-3", "brass", "go", "use", "trouble", "stop"]
const papers = ["page", "surface", "raised", "sunken", "brass-soft"]
/** With forced colors. The user's theme sets them, and what they can be read on. */
const systemColors = ["CanvasText", "GrayText", "HighlightText"]

/** WCAG 2.2 AA for text of any size. */
const enough = 4.5

const [light = "", dark = ""] = readFileSync(join(import.meta.dirname, "../../web/styles/tokens.css"), "utf8").split(
  "@media not print"
)

const colorsOf = (css: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, color]) => [name, color]))
const themes = { light: colorsOf(light), dark: { ...colorsOf(light), ...colorsOf(dark) } }

const colored = (text = ""): object => {
  const color = new Color()
  color.parseString(text)
  return color
}
/** Pairs of text and background colors that are too close, in either theme. */
const tooClose = (pairs: ReadonlyArray<readonly [text: string, background: string]>): ReadonlyArray<string> =>
  Object.entries(themes).flatMap(([theme, colors]) => {
    const valueOf = (color: string) => colored(color.startsWith("#") ? color : colors[color])
    return pairs
      .map(([text, background]) => ({ text, background, ratio: getContrast(valueOf(background), valueOf(text)) }))
      .filter(({ ratio }) => !(ratio >= enough))
      .map(({ text, background, ratio }) => `${text} on ${background} in the ${theme} theme: ${ratio.toFixed(2)}`)
  })

/** All rules of the stylesheets, with the colors they set: names of tokens, or values. */
const rules = stylesheets().flatMap((sheet) =>
  [...codeOf(sheet).matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = "", body = ""]) => {
    const valueOf = (property: string): string | undefined =>
      new RegExp(`(?:^|[\\s;])${property}: (?:var\\(--)?([^;)]+)`).exec(body)?.[1]
    return {
      rule: `${sheet.path}: ${selector.trim().replaceAll(/\s+/g, " ")}`,
      text: valueOf("color"),
      background: valueOf("background(?:-color)?"),
      opacity: valueOf("opacity")
    }
  })
)

describe("text colors", () => {
  it("can be read on every background in both themes", () => {
    expect(tooClose(inks.flatMap((ink) => papers.map((paper) => [ink, paper] as const)))).toEqual([])
  })

  it("are the tokens for text, or can be read on the background set with them", () => {
    expect(rules.length).toBeGreaterThan(500)
    const others = rules.filter(
      ({ text }) => text !== undefined && ![...inks, ...systemColors, "inherit", "transparent"].includes(text)
    )
    expect(others.filter(({ background }) => background === undefined).map(({ rule }) => rule)).toEqual([])
    expect(tooClose(others.map(({ text = "", background = "" }) => [text, background] as const))).toEqual([])
  })

  it("are set with every background that isn't one of the tokens for backgrounds", () => {
    /** What has no text: generated boxes, bars, lines, pictures, and what dims the screen. */
    const textless = /::|\.(?:progress|switch-track|reveal-left|menu-line|veil)$|img$/
    const alone = rules.filter(
      ({ background, text }) =>
        background !== undefined && text === undefined && ![...papers, "none", "transparent"].includes(background)
    )
    expect(alone.map(({ rule }) => rule).filter((rule) => !textless.test(rule))).toEqual([])
  })

  it("are faded only where nothing can be done with the text", () => {
    const faded = rules.filter(({ opacity }) => opacity !== undefined && Number(opacity) > 0 && Number(opacity) < 1)
    expect(faded.map(({ rule }) => rule).filter((rule) => !/:disabled|\[inert\]/.test(rule))).toEqual([])
  })
})
