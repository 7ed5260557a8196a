import type { CommandHead, CommandId } from "#core/commands/registry.ts"
import { routeOf } from "#core/navigation/routes.ts"

/**
 * Moves and plumbing: they have keys or are done by hand, and a row would say nothing. Companies have rows of their own, and
 * a lock that another one has is offered where it is looked up.
 */
const plumbing: ReadonlySet<string> = new Set<CommandId>([
  "auth.login",
  "palette.open",
  "layer.close",
  "form.submit",
  "companies.list",
  "companies.ofLock"
])

/**
 * Whether a command has a row. What only the console can do has one where some part of the screen does it; moves inside a
 * list, the palette or a reveal have none.
 * @param handled whether some part of the screen carries the command out
 */
export const isOffered = (command: CommandHead, handled: (id: string) => boolean): boolean => {
  if (plumbing.has(command.id)) return false
  if (command.does.view !== true) return true
  return command.does.clicked !== true && command.scope === "anywhere" && handled(command.id)
}

/** Whether a command reads a file that only the terminal can give it: no part of the screen does it another way. */
export const takesFile = (command: CommandHead, handled: (id: string) => boolean): boolean =>
  !handled(command.id) &&
  Object.values(command.input).some(({ picks, optional }) => picks === "file" && optional !== true)

/** Roots of the addresses that the scope of settings lists. */
const settingsRoots: ReadonlySet<string> = new Set(["/settings", "/automations", "/integrations"])

/** The further scope a command is listed in: reports for `=`, settings for `%`, help for `?`. */
export const furtherScope = ({ id, does }: CommandHead): "reports" | "settings" | "help" | null => {
  if (does.goTo !== undefined) {
    const { root } = routeOf(does.goTo)
    return root === "/reports" ? "reports" : settingsRoots.has(root) ? "settings" : null
  }
  if (id.startsWith("theme.") || id === "keys.letters" || id === "keys.remap") return "settings"
  return id === "keys.show" ? "help" : null
}
