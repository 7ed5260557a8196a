import { Argument, Command, CommanderError, Option } from "commander"
import { closest } from "#core/base/closest.ts"
import { commandHelp, groupHelp, rootHelp } from "./help.ts"
import { nearestVerb } from "./nearestVerb.ts"
import { usageFailure } from "./output/Failure.ts"
import { secretIn, secretRefusal } from "./secretOnCommandLine.ts"
import { type CommandSpec, type InputSpec, pathText } from "./specs/CommandSpec.ts"
import { type GlobalValues, globalOptions } from "./specs/globalOptions.ts"

/** A parsed command line. */
export type Parsed =
  | {
      readonly kind: "run"
      readonly spec: CommandSpec
      readonly given: Readonly<Record<string, string | true | undefined>>
      readonly flags: GlobalValues
    }
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "version" }
  /** Only options, and all of them choose the server or the company: the palette can be opened with them. */
  | { readonly kind: "palette"; readonly flags: GlobalValues }

/** `--json` without a list of names means all fields. */
const allFields = "*"

/** Parses a command line by the specs. Throws a usage Failure with the closest valid word. */
export const parseCommandLine = (argv: ReadonlyArray<string>, specs: ReadonlyArray<CommandSpec>): Parsed => {
  // `lockdesk help locks find`, as in git.
  if (argv[0] === "help") return parseCommandLine([...argv.slice(1), "--help"], specs)
  let parsed: Parsed | undefined
  const program = programOf(mentioned(argv, specs), specs, (found) => (parsed = found))
  try {
    program.parse(separateFields(argv), { from: "user" })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.code === "commander.version") return { kind: "version" }
    if (error.code === "commander.help") {
      const flags = flagsOf(program.opts())
      if (wordsOf(argv).length === 0 && areOfPalette(flags)) return { kind: "palette", flags }
    }
    if (error.code === "commander.helpDisplayed") {
      const unknown = unknownBeforeHelp(argv, specs)
      if (unknown !== null) throw unknown
      return parsed ?? { kind: "help", text: rootHelp(specs) }
    }
    const joined =
      error.code === "commander.excessArguments"
        ? (withSerialJoined(argv, specs) ?? withCommandJoined(argv, specs))
        : null
    if (joined !== null) return parseCommandLine(joined, specs)
    throw usageOf(error, argv, specs)
  }
  if (parsed?.kind === "run") {
    const refusal = secretRefusal(parsed.spec, parsed.given, argv)
    if (refusal !== null) throw refusal
  }
  return parsed ?? { kind: "help", text: rootHelp(specs) }
}

const paletteFlags: ReadonlySet<string> = new Set(["profile", "host", "company"])

const areOfPalette = (flags: GlobalValues): boolean => Object.keys(flags).every((key) => paletteFlags.has(key))

/** The specs that can match a command line, by its first noun: creating a command for each of the others takes time. */
const mentioned = (argv: ReadonlyArray<string>, specs: ReadonlyArray<CommandSpec>): ReadonlyArray<CommandSpec> => {
  const found = specs.filter((spec) => argv.includes(spec.path[0]))
  return found.length === 0 ? specs : found
}

/** The commander program: one subcommand per spec; nothing here is specific to a command. */
const programOf = (
  wanted: ReadonlyArray<CommandSpec>,
  specs: ReadonlyArray<CommandSpec>,
  found: (parsed: Parsed) => void
): Command => {
  const program = quiet(new Command("lockdesk"), () => found({ kind: "help", text: rootHelp(specs) })).version("")
  for (const { flag, value, description } of globalOptions) {
    // commander would make `--no-input` the opposite of an option `input`; a different internal name keeps it a switch.
    program.addOption(new Option([plainFlag(flag), value].filter(Boolean).join(" "), description))
  }
  const groups = new Map<string, Command>()
  for (const spec of wanted) {
    const [noun, verb] = spec.path
    const parent = verb === undefined ? program : groupOf(program, groups, noun, specs, found)
    const command = quiet(new Command(verb ?? noun), () => found({ kind: "help", text: commandHelp(spec) }))
    const inputs = spec.inputs.filter((input) => input.place === "argument")
    for (const { name, many, description } of inputs) {
      command.addArgument(new Argument(`[${name}${many ? "..." : ""}]`, description))
    }
    // Registered only so that a secret typed there is refused by name, and `-` can mean a pipe.
    const secret = spec.inputs.filter((input) => input.secret === "asked")
    for (const { name, description } of secret) command.addArgument(new Argument(`[${name}]`, description))
    const places = [...inputs, ...secret]
    for (const input of spec.inputs) if (input.place === "option") command.addOption(optionOf(input))
    command.action((...args: ReadonlyArray<unknown>) => {
      const flags = flagsOf(program.opts())
      const options = command.opts<Record<string, string | true | undefined>>()
      const given = spec.inputs.map((input) => [input.key, givenOf(input, args[places.indexOf(input)], options, flags)])
      found({ kind: "run", spec, flags, given: Object.fromEntries(given) })
    })
    parent.addCommand(command)
  }
  return program
}

const groupOf = (
  program: Command,
  groups: Map<string, Command>,
  noun: string,
  specs: ReadonlyArray<CommandSpec>,
  found: (parsed: Parsed) => void
): Command => {
  const known = groups.get(noun)
  if (known !== undefined) return known
  const group = quiet(new Command(noun), () => found({ kind: "help", text: groupHelp(noun, specs) }))
  groups.set(noun, group)
  program.addCommand(group)
  return group
}

/** A command without its own output: it throws, and the caller reports. */
const quiet = (command: Command, onHelp: () => void): Command =>
  command
    .exitOverride()
    .helpCommand(false)
    .showSuggestionAfterError(false)
    .allowExcessArguments(false)
    .configureOutput({ writeOut: () => undefined, writeErr: () => undefined })
    .configureHelp({
      formatHelp: () => {
        onHelp()
        return ""
      }
    })

const plainFlag = (flag: string): string => flag.replace(/^--no-/, "--without-")

const optionOf = ({ kind, name, description }: InputSpec): Option =>
  kind === "flag"
    ? new Option(`--${name}`, description)
    : new Option(`--${name} <value>`, description).argParser((value: string, before: string | undefined) => {
        // Whoever gives a filter twice means both values, but the last one would win.
        if (before === undefined) return value
        throw usageFailure(`--${name} is given twice.`, "Give it once.", { field: name })
      })

const givenOf = (
  input: InputSpec,
  argument: unknown,
  options: Readonly<Record<string, string | true | undefined>>,
  flags: GlobalValues
): string | true | undefined => {
  switch (input.place) {
    case "argument":
      if (Array.isArray(argument)) return argument.length === 0 ? undefined : argument.join("\n")
      return typeof argument === "string" ? argument : undefined
    case "option":
      return options[camel(input.name)]
    case "global":
      return flags[camel(input.name) as keyof GlobalValues]
    case "asked":
      return input.secret === "asked" && typeof argument === "string" ? argument : undefined
  }
}

const camel = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

const flagsOf = (options: Readonly<Record<string, string | true | undefined>>): GlobalValues =>
  Object.fromEntries(
    globalOptions.flatMap(({ key, flag }) => {
      const value = options[camel(plainFlag(flag).slice(2))]
      return value === undefined ? [] : [[key, key === "json" && value === allFields ? true : value]]
    })
  )

const fieldList = /^[A-Za-z_]\w*(,[A-Za-z_]\w*)*$/

/** `--json serialCode,unitNumber` takes the list; `--json 10482233` leaves the argument alone. */
const separateFields = (argv: ReadonlyArray<string>): ReadonlyArray<string> => {
  const end = argv.indexOf("--")
  return argv.flatMap((word, index) => {
    if (end !== -1 && index >= end) return [word]
    if (word.startsWith("--no-")) return [plainFlag(word)]
    if (word !== "--json") return [word]
    return fieldList.test(argv[index + 1] ?? "") ? [word] : [`--json=${allFields}`]
  })
}

/** The refusal of options without a command. */
export const needsCommand = () =>
  usageFailure("lockdesk needs a command.", "Run lockdesk alone to open the palette, or see lockdesk --help")

/** Explains an invalid command line, with the closest valid word. */
const usageOf = (error: CommanderError, argv: ReadonlyArray<string>, specs: ReadonlyArray<CommandSpec>) => {
  const words = wordsOf(argv)
  // A flag's value may precede the noun, so look for the first word that is a noun.
  const start = Math.max(
    0,
    words.findIndex((word) => specs.some((each) => each.path[0] === word))
  )
  const [noun = "", verb] = words.slice(start)
  const members = specs.filter((each) => each.path[0] === noun && each.path[1] !== undefined)
  const spec = specs.find((each) => pathText(each) === noun || pathText(each) === `${noun} ${verb}`)
  const help = `lockdesk ${[...(spec === undefined ? (members.length > 0 ? [noun] : []) : spec.path.filter(Boolean)), "--help"].join(" ")}`
  switch (error.code) {
    case "commander.help":
      if (members.length === 0) return needsCommand()
      return usageFailure(
        `lockdesk ${noun} needs a verb: ${members.map((each) => each.path[1]).join(", ")}.`,
        `See ${help}`
      )
    case "commander.unknownCommand":
      return members.length > 0 ? unknownVerb(noun, verb ?? "", members, help) : unknownWord(noun, specs, help)
    case "commander.unknownOption": {
      const typed = /'(.*)'/.exec(error.message)?.[1] ?? ""
      // The value after `=` may be a secret.
      const flag = typed.replace(/^--without-/, "--no-").replace(/=.*$/s, "")
      const secret = spec === undefined ? null : secretIn(spec, flag, argv)
      if (secret !== null) return secret
      if (globalOptions.some((each) => each.flag === flag && each.value === undefined)) return noValue(flag, argv, help)
      const known = [...globalOptions.map((each) => each.flag), "--help", "--version", ...optionsOf(spec)]
      const near = closest(
        flag.slice(2),
        known.map((each) => each.slice(2))
      )
      const argument = spec?.inputs.find(
        ({ place, name }) => place === "argument" && `--${name.toLowerCase()}` === flag
      )
      if (spec !== undefined && argument !== undefined) {
        const [example] = spec.examples
        return usageFailure(
          `There is no option ${flag}. Give ${argument.name} without it.`,
          example === undefined ? `See ${help}` : `For example: ${example}`
        )
      }
      return usageFailure(
        `There is no option ${flag}.${near === undefined ? "" : ` Did you mean --${near}?`}`,
        `See ${help}`
      )
    }
    case "commander.excessArguments":
      if (fieldsAfter(argv) !== null) return noValue(ndjson, argv, help)
      return usageFailure(tooManyWords(error.message, help), `Put arguments with spaces in quotes. See ${help}`)
    case "commander.optionMissingArgument": {
      const flag = /--[\w-]+/.exec(error.message)?.[0] ?? "The option"
      return usageFailure(`${flag} needs a value.`, `See ${help}`)
    }
    default:
      return usageFailure(error.message.replace(/^error: /, ""), `See ${help}`)
  }
}

const ndjson = "--ndjson"

/** The fields that follow --ndjson: only --json takes them. Null if there are none. */
const fieldsAfter = (argv: ReadonlyArray<string>): string | null => {
  const at = argv.findIndex((word) => word === ndjson || word.startsWith(`${ndjson}=`))
  const next = argv[at] === ndjson ? argv[at + 1] : argv[at]?.slice(ndjson.length + 1)
  return at !== -1 && fieldList.test(next ?? "") ? (next ?? null) : null
}

/** The refusal of a value for a switch. Only names of fields are repeated: another value may be a secret. */
const noValue = (flag: string, argv: ReadonlyArray<string>, help: string) => {
  const fields = flag === ndjson ? fieldsAfter(argv) : null
  return usageFailure(
    `${flag} takes no value.`,
    fields === null ? `See ${help}` : `Give the fields to --json: ${ndjson} --json ${fields}`
  )
}

/** The number of arguments given and accepted. None is repeated: one may be a secret. */
const tooManyWords = (message: string, help: string): string => {
  const [, takes = "0", given = ""] = /Expected (\d+) arguments? but got (\d+)/.exec(message) ?? []
  return `${help.replace(" --help", "")} takes ${takes === "0" ? "no" : takes} ${takes === "1" ? "argument" : "arguments"}, not ${given}.`
}

/**
 * Joins a serial code typed in two groups, as printed: `locks show 7000 0010`. Null if the groups do not directly follow a verb
 * that takes a lock.
 */
const withSerialJoined = (
  argv: ReadonlyArray<string>,
  specs: ReadonlyArray<CommandSpec>
): ReadonlyArray<string> | null => {
  const at = argv.findIndex((word, index) => isGroup(word) && isGroup(argv[index + 1]))
  const spec = specs.find(({ path }) => path[0] === argv[at - 2] && path[1] === argv[at - 1])
  const first = spec?.inputs.find(({ place }) => place === "argument")
  if (first?.picks !== "lock") return null
  return [...argv.slice(0, at), `${argv[at]}${argv[at + 1]}`, ...argv.slice(at + 2)]
}

/** Joins the words of a command after `can-i`: `can-i locks reveal 10482233`. Null if they are none. */
const withCommandJoined = (
  argv: ReadonlyArray<string>,
  specs: ReadonlyArray<CommandSpec>
): ReadonlyArray<string> | null => {
  const at = argv.indexOf("can-i") + 1
  const command = argv.slice(at, at + 2).join(" ")
  if (at === 0 || !specs.some((spec) => spec.path[1] !== undefined && pathText(spec) === command)) return null
  return [...argv.slice(0, at), command, ...argv.slice(at + 2)]
}

/** The refusal of `help foo` and `locks foo --help`: commander shows the help of what it knows. Null if all is known. */
const unknownBeforeHelp = (argv: ReadonlyArray<string>, specs: ReadonlyArray<CommandSpec>) => {
  const [noun, verb] = wordsOf(argv)
  if (noun === undefined || noun === "help") return null
  const members = specs.filter((spec) => spec.path[0] === noun)
  if (members.length === 0) return unknownWord(noun, specs, "lockdesk --help")
  const verbs = members.filter((spec) => spec.path[1] !== undefined)
  if (verb === undefined || verbs.length < members.length || verbs.some((spec) => spec.path[1] === verb)) return null
  return unknownVerb(noun, verb, verbs, `lockdesk ${noun} --help`)
}

const valuedFlags = globalOptions.filter(({ value }) => value?.startsWith("<")).map(({ flag }) => flag)

/** The words of a command line that are neither flags nor values of global flags. */
const wordsOf = (argv: ReadonlyArray<string>): ReadonlyArray<string> =>
  argv.filter((word, index) => !word.startsWith("-") && !valuedFlags.includes(argv[index - 1] ?? ""))

const isGroup = (word: string | undefined): boolean => /^\d{4}$/.test(word ?? "")

const optionsOf = (spec: CommandSpec | undefined): ReadonlyArray<string> =>
  (spec?.inputs ?? []).filter((input) => input.place === "option").map((input) => `--${input.name}`)

const unknownVerb = (noun: string, typed: string, among: ReadonlyArray<CommandSpec>, help: string) => {
  const near = nearestVerb(typed, among)
  return noSuchCommand(`${noun} ${typed}`, near === undefined ? "" : `${noun} ${near}`, help)
}

/** A verb without its noun is matched by verb only; anything else by the closest word. */
const unknownWord = (typed: string, among: ReadonlyArray<CommandSpec>, help: string) => {
  const paths = among.map(pathText)
  const nouns = [...new Set(among.map((spec) => spec.path[0]))]
  const near =
    closest(typed, [...paths, ...nouns]) ??
    ["--version", "--help"].find((flag) => flag.slice(2) === typed) ??
    pathsOfVerb(typed, among).join("' or 'lockdesk ")
  return noSuchCommand(typed, near, help)
}

const noSuchCommand = (typed: string, near: string, help: string) =>
  usageFailure(
    `There is no command 'lockdesk ${typed}'.${near === "" ? "" : ` Did you mean 'lockdesk ${near}'?`}`,
    `See ${help}`
  )

const pathsOfVerb = (typed: string, among: ReadonlyArray<CommandSpec>): ReadonlyArray<string> => {
  // There are so many verbs that one is always vaguely near.
  const verb = closest(typed, [...new Set(among.flatMap((spec) => spec.path[1] ?? []))], (letters) =>
    Math.floor(letters / 4)
  )
  return among.filter((spec) => verb !== undefined && spec.path[1] === verb).map(pathText)
}
