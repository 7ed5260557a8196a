/**
 * `npm run docs`: writes the command reference, core/commands/reference.md, from the definitions. `--check` writes nothing and
 * fails if the file is out of date.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { AccessLevel, Area } from "#core/auth/permissions.ts"
import { Role } from "#core/auth/roles.ts"
import type { AnyCommand } from "#core/commands/registry.ts"
import { commands } from "#core/commands/registry.ts"
import { accessOfCommand } from "#core/commands/availability.ts"

const file = join(import.meta.dirname, "../core/commands/reference.md")

const permission = ({ does }: AnyCommand): string => {
  const access = accessOfCommand(does)
  if (access === null || access.kind === "public") return "anybody"
  const roles =
    access.roles === undefined ? "" : `, as ${[...access.roles].map((role) => Role.label(role)).join(" or ")}`
  if (access.kind === "session") return `anybody signed in${roles}`
  const also = access.also === undefined ? "" : ` and ${Area.label(access.also)}`
  return `${AccessLevel.label(access.level)} on ${Area.label(access.area)}${also}${roles}`
}

const keysOf = ({ keys = [], scope }: AnyCommand): string =>
  keys.length === 0 ? "" : ` · key: ${keys.map((each) => `\`${each}\``).join(" or ")} (${scope})`

const inputs = ({ input }: AnyCommand): string =>
  Object.entries(input)
    .filter(([, { asked }]) => asked !== "passed")
    .map(([name, field]) => `- \`${name}\`${field.optional ? " (optional)" : ""}: ${field.description}`)
    .join("\n")

const entry = (command: AnyCommand): string =>
  [
    `### ${command.title}`,
    `\`${command.id}\` · permission: ${permission(command)}${keysOf(command)}`,
    inputs(command),
    command.terminal === undefined ? "" : `\`\`\`sh\n${command.terminal.examples.join("\n")}\n\`\`\``
  ]
    .filter((part) => part !== "")
    .join("\n\n")

const sections = [...new Set(commands.map(({ section }) => section))]

const text = `# Commands

Written by \`npm run docs\` from the definitions in this folder; do not edit.

${sections
  .map(
    (section) =>
      `## ${section}\n\n${commands
        .filter((command) => command.section === section)
        .map(entry)
        .join("\n\n")}`
  )
  .join("\n\n")}
`

if (process.argv.includes("--check")) {
  if (readFileSync(file, "utf8") !== text) {
    process.stdout.write("core/commands/reference.md is not what the definitions say: run npm run docs\n")
    process.exitCode = 1
  }
} else {
  writeFileSync(file, text)
}
