import type { CommandHead, CommandId } from "#core/commands/registry.ts"
import { routeOf } from "#core/navigation/routes.ts"

/**
 * Commands without a row: list navigation and internal ones, which have keys or buttons. Companies have rows of their
 * own, and a lock of another company is offered by its lookup.
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
 * Whether a command gets a row. Console-only commands get one while a layer handles them; navigation inside a list,
 * the palette or a reveal doesn't.
 * @param handled whether a mounted layer handles the command
 */
export const isOffered = (command: CommandHead, handled: (id: string) => boolean): boolean => {
  if (plumbing.has(command.id)) return false
  if (command.does.view !== true) return true
  return command.does.clicked !== true && command.scope === "anywhere" && handled(command.id)
}

/** Whether a command needs a file that only the terminal can supply, because no layer handles it. */
export const takesFile = (command: CommandHead, handled: (id: string) => boolean): boolean =>
  !handled(command.id) &&
  Object.values(command.input).some(({ picks, optional }) => picks === "file" && optional !== true)

/** Path prefixes of the screens in the settings scope. */
const settingsRoots: ReadonlySet<string> = new Set(["/settings", "/automations", "/integrations"])

/** The additional scope of a command: reports for `=`, settings for `%`, help for `?`. */
export const furtherScope = ({ id, does }: CommandHead): "reports" | "settings" | "help" | null => {
  if (does.goTo !== undefined) {
    const { root } = routeOf(does.goTo)
    return root === "/reports" ? "reports" : settingsRoots.has(root) ? "settings" : null
  }
  if (id.startsWith("theme.") || id === "keys.letters" || id === "keys.remap") return "settings"
  return id === "keys.show" ? "help" : null
}
