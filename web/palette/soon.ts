import type { CommandHead } from "#core/commands/registry.ts"
import { isPending, routeOf } from "#core/navigation/routes.ts"
import type { RowTarget } from "./PaletteRow.ts"

/** Whether a command opens a screen that doesn't exist yet. */
export const isSoon = ({ does: { goTo } }: CommandHead): boolean => goTo !== undefined && isPending(routeOf(goTo))

/** Whether a row opens a screen that doesn't exist yet. Such rows come last. */
export const isSoonRow = ({ target }: { readonly target: RowTarget }): boolean =>
  target.kind === "command" && isSoon(target.command)
