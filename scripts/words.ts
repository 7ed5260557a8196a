/**
 * `npm run check`, step "plain words": fails if a text for people contains a refused phrase, or a sentence of more than 30
 * words. Checks every string and every text between tags in core, web and cli. SQL and code in strings don't count as
 * sentences.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync } from "vite"

const root = join(import.meta.dirname, "..")
const mostWords = 30

/** Refused phrases, and what to say instead. */
const refused: ReadonlyArray<readonly [phrase: RegExp, instead: string]> = [
  [/\b(it is|they are) being (sent|saved|loaded|read|made)\b/i, "Sending… / Saving… / Loading…"],
  [/\b(it|they|the file) (is|are) on (its|their) way\b/i, "Sending… / Loading…"],
  [/\b(is|are) nobody's\b/i, "who owns it, in the active voice"],
  [/\bcan(not|'t) be had\b/i, "not available"],
  [/\bgo(es)? on by itself\b/i, "continues automatically"],
  [/\bnothing has been said\b/i, "No notifications yet."],
  [/\bput on record\b/i, "logged"],
  [/\bare to stand\b/i, "which changes to keep"],
  [/\bmend(s|ed|ing)?\b/i, "fix"],
  // Alone, it is a column in a user's file.
  [/(?<=.)\be-mails?\b|\be-mails?\b(?=.)/i, "email"],
  [/(?<=.)colour|colour(?=.)/i, "color"],
  [/\ba word too many\b/i, "Too many arguments."],
  [/\bhalf way\b/i, "partway through"],
  [/\b(tells|told) no units\b/i, "doesn't report units"],
  [/(?<!there )\bis no (search|number|date|file|lockdesk server)\b/i, "is not a valid …"],
  [/\bsomebody\b/i, "someone"],
  [/\bhalf done\b/i, "unfinished"],
  [/\bas (it is|they are) now\b/i, "the latest version"],
  [/\b(done|there) already\b/i, "already done / already exists"],
  [/\bwith what is wrong\b/i, "with its error"],
  [/\basked for (it )?unseen\b/i, "a hidden prompt"],
  [/\bwhen (it is )?not given\b/i, "(default: …)"],
  [/\bexclude each other\b/i, "Use one or the other, not both."],
  [/\bone of the two out\b/i, "Remove one of them."],
  [/\bof your company has\b/i, "There is no … / Your company has no …"],
  [/\b(is|are) called (that|so)\b/i, "has that name"],
  [/\bcannot be reached\b/i, "Can't reach …"],
  [/\btake (it|them|theirs) off the list\b/i, "Remove … from the list"]
]

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string"

/** The text of a string, of a template (with a mark for each value), or between tags; null for any other node. */
const textOf = (node: Node): string | null => {
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"]
  if (node.type === "JSXText" && typeof node["value"] === "string") return node["value"].replace(/\s+/g, " ").trim()
  if (node.type !== "TemplateLiteral") return null
  const quasis = node["quasis"] as ReadonlyArray<{ readonly value: { readonly cooked: string | null } }>
  return quasis.map(({ value }) => value.cooked ?? "").join("…")
}

/** The problems of a text. */
export const faultsOf = (text: string): ReadonlyArray<string> => {
  const phrases = refused
    .filter(([phrase]) => phrase.test(text))
    .map(([phrase, instead]) => `'${phrase.exec(text)?.[0]}': say ${instead}`)
  // A sentence starts with a capital and continues in lower case; SQL does not.
  const long = text
    .split(/(?<=[.!?])\s+|\n+/)
    .filter((sentence) => /^[A-Z]('?[a-z]| )/.test(sentence))
    .filter((sentence) => sentence.split(/\s+/).length > mostWords)
    .map((sentence) => `${sentence.split(/\s+/).length} words in a sentence: make it two`)
  return [...phrases, ...long]
}

const visit = (value: unknown, found: (node: Node, text: string) => void): void => {
  if (Array.isArray(value)) for (const each of value) visit(each, found)
  if (!isNode(value)) return
  const text = textOf(value)
  if (text !== null) found(value, text)
  for (const [key, part] of Object.entries(value)) if (key !== "quasis") visit(part, found)
}

/** The problems in a source file, each with its line. */
export const faultsIn = (path: string, code: string): ReadonlyArray<string> => {
  const faults: Array<string> = []
  visit(parseSync(path, code).program, (node, text) => {
    const line = code.slice(0, node.start).split("\n").length
    for (const fault of faultsOf(text)) faults.push(`${path}:${line}: ${fault}`)
  })
  return faults
}

if (import.meta.main) {
  const files = ["core", "web", "cli"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name))
  )
  const faults = files
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => faultsIn(path, readFileSync(join(root, path), "utf8")))
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
