import { columnsOf } from "./output/columnsOf.ts"
import { readEnvironment } from "./local/environment.ts"
import { type CommandSpec, type InputSpec, pathText } from "./specs/CommandSpec.ts"
import { globalOptions } from "./specs/globalOptions.ts"

/** The maximum length of a line of help, and that of a narrow terminal. */
const lineLength = (): number => {
  return Math.min(100, columnsOf(process.stdout, readEnvironment().columns) ?? 100)
}

/** A description with less room than this begins on its own line. */
const leastRoom = 24

/** The help of the whole program: examples first, then every command. */
export const rootHelp = (specs: ReadonlyArray<CommandSpec>): string => {
  const sections = Map.groupBy(specs, (spec) => spec.section)
  return text([
    wrapped(
      "Manage the combination locks of self-storage units from the terminal. Run lockdesk alone to open the palette.",
      0
    ),
    block("Examples", [
      "lockdesk auth login --email admin@maple.example.com",
      "lockdesk locks find 10482233",
      "lockdesk locks reveal 10482233 --reason 2",
      "lockdesk registry import shipment.csv --dry-run"
    ]),
    "Usage: lockdesk <command> [options]",
    ...[...sections].map(([section, members]) =>
      table(
        section,
        members.map((spec) => [usageWords(spec), spec.title])
      )
    ),
    globals(),
    table("Environment", [
      ["LOCKDESK_TOKEN, LOCKDESK_HOST, LOCKDESK_PROFILE", "override saved settings; options override them"],
      ["LOCKDESK_COMPANY", "the company to act for, for site-level roles"],
      ["LOCKDESK_FMS_PASSWORD", "the FMS password, key or token, where one is needed"],
      ["LOCKDESK_CONFIG_DIR", "folder for settings and tokens"]
    ]),
    "Run lockdesk <command> --help for help with a command."
  ])
}

/** The help of a noun: its verbs. */
export const groupHelp = (noun: string, specs: ReadonlyArray<CommandSpec>): string => {
  const members = specs.filter((spec) => spec.path[0] === noun)
  return text([
    block(
      "Examples",
      members.flatMap((spec) => spec.examples.slice(0, 1))
    ),
    `Usage: lockdesk ${noun} <verb> [options]`,
    table(
      "Verbs",
      members.map((spec) => [usageWords(spec), spec.title])
    ),
    globals()
  ])
}

/** The help of one command. */
export const commandHelp = (spec: CommandSpec): string => {
  const inputs = (place: InputSpec["place"]) => spec.inputs.filter((input) => input.place === place)
  return text([
    `${spec.title}.`,
    block("Examples", spec.examples),
    `Usage: lockdesk ${usageWords(spec)} [options]`,
    table(
      "Arguments",
      inputs("argument").map((input) => [`${input.name}${input.many ? "..." : ""}`, described(input)])
    ),
    table(
      "Options",
      [...inputs("option"), ...inputs("global")].map((input) => [optionWords(input), described(input)])
    ),
    globals(new Set(inputs("global").map((input) => `--${input.name}`))),
    spec.fields.length === 0 ? "" : `JSON fields:\n${wrapped(spec.fields.join(", "), 2)}`
  ])
}

/** `locks show <LOCK>`: a command's words and arguments. */
export const usageWords = (spec: CommandSpec): string =>
  [
    pathText(spec),
    ...spec.inputs
      .filter((input) => input.place === "argument")
      .map(({ name, many, required }) => `${required ? `<${name}>` : `[${name}]`}${many ? "..." : ""}`)
  ].join(" ")

const optionWords = (input: InputSpec): string =>
  input.kind === "flag" ? `--${input.name}` : `--${input.name} <${input.name}>`

/** More choices than these fill several screens; completion offers them. */
const mostChoices = 100

const described = (input: InputSpec): string => {
  const few = input.choices.length > 0 && input.choices.length <= mostChoices
  const choices = few ? ` (${input.choices.join(", ")})` : ""
  const shown = input.description.includes(input.choices[0] ?? "\u0000") ? "" : choices
  return `${input.description}${shown}${input.required && input.place !== "argument" ? " (required)" : ""}`
}

const globals = (shown: ReadonlySet<string> = new Set()): string =>
  table("Global options", [
    ...globalOptions
      .filter((option) => !shown.has(option.flag))
      .map((option) => [[option.flag, option.value].filter(Boolean).join(" "), option.description] as const),
    ["--help", "Show this help"],
    ["--version", "Show the version"]
  ])

const text = (parts: ReadonlyArray<string>): string => `${parts.filter((part) => part !== "").join("\n\n")}\n`

const block = (title: string, lines: ReadonlyArray<string>): string =>
  lines.length === 0 ? "" : [`${title}:`, ...lines.map((line) => `  ${line}`)].join("\n")

const table = (title: string, rows: ReadonlyArray<readonly [string, string]>): string => {
  const width = Math.max(...rows.map(([words]) => words.length))
  const beside = lineLength() - width - 4 >= leastRoom
  return block(
    title,
    rows.map(([words, what]) =>
      beside ? `${words.padEnd(width)}  ${wrapped(what, width + 4).trimStart()}` : `${words}\n${wrapped(what, 6)}`
    )
  )
}

const wrapped = (words: string, indent: number): string => {
  const lines: Array<string> = []
  let line = ""
  for (const word of words.split(" ")) {
    if (line !== "" && line.length + word.length + 1 > lineLength() - indent) {
      lines.push(line)
      line = word
    } else line = line === "" ? word : `${line} ${word}`
  }
  return [...lines, line].map((each) => " ".repeat(indent) + each).join("\n")
}
