import { shellWord } from "#core/base/shellWord.ts"
import { type Failure, usageFailure } from "./output/Failure.ts"
import type { CommandSpec, InputSpec } from "./specs/CommandSpec.ts"

/** Stands for a secret from a pipe. */
const pipe = "-"

/** Option names that people would use for a secret. */
const secretNames = /(^|-)(password|passphrase|secret|token|api-key|access-key)$/

const kebab = (text: string): string =>
  text
    .replace(/[A-Z]/g, (letter) => `-${letter}`)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")

/**
 * Refuses a secret given as an argument, because `ps` shows it to every user and the shell stores it in its history; null
 * if there is none. The message does not repeat it.
 */
export const secretRefusal = (
  spec: CommandSpec,
  given: Readonly<Record<string, string | true | undefined>>,
  argv: ReadonlyArray<string>
): Failure | null => {
  const secret = spec.inputs.find(
    ({ key, secret: kind }) => kind === "asked" && given[key] !== undefined && given[key] !== pipe
  )
  if (secret === undefined) return null
  const at = argv.lastIndexOf(String(given[secret.key]))
  return refusal(
    secret,
    argv.filter((_, nth) => nth !== at)
  )
}

/** Refuses an unknown option that looks like a secret of the command; null for any other. */
export const secretIn = (spec: CommandSpec, flag: string, argv: ReadonlyArray<string>): Failure | null => {
  const name = flag.replace(/^--/, "")
  const secrets = spec.inputs.filter((input) => input.secret !== null)
  const secret =
    secrets.find(({ key, label }) => name === kebab(key) || name === kebab(label)) ??
    (secretNames.test(name) ? secrets[0] : undefined)
  if (secret === undefined) return null
  const at = argv.findIndex((word) => word === flag || word.startsWith(`${flag}=`))
  const withValue = argv[at] === flag && argv[at + 1]?.startsWith("-") === false ? 2 : 1
  return refusal(
    secret,
    argv.filter((_, nth) => nth < at || nth >= at + withValue)
  )
}

const refusal = ({ key, label, name, secret, description }: InputSpec, words: ReadonlyArray<string>): Failure => {
  const line = ["lockdesk", ...words.map(shellWord)].join(" ")
  const next =
    secret === "asked"
      ? `Omit it for a hidden prompt, or pipe it in: ${line} < ${kebab(key)}.txt`
      : `Omit it for a hidden prompt, or give a file: ${line} --${name} FILE. ${description}.`
  return usageFailure(
    `${label.replace(/ file$/, "")} can't be given on the command line, because others could read it in ps and the shell's history.`,
    next,
    { code: "SecretOnCommandLine", field: key }
  )
}
