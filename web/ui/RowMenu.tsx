import { frontPart } from "./frontPart.ts"
import type { OpenRowMenuProps } from "./OpenRowMenu.tsx"
import { RowMenuButton } from "./RowMenuButton.tsx"

/** Until the menu is loaded its button stays. */
const Meanwhile = ({ name, onOpen }: OpenRowMenuProps) => (
  <RowMenuButton label={`Actions of ${name}`} onPress={() => onOpen(false)} />
)

/** The menu of a row, loaded when a list is first used. */
export const OpenRowMenu = frontPart(
  () => import("./OpenRowMenu.tsx"),
  "OpenRowMenu",
  ({ onOpen }) => onOpen(false),
  Meanwhile
)

interface RowMenuProps extends Omit<OpenRowMenuProps, "count"> {
  /** How many selected locks the actions are about instead, or 0. */
  readonly several?: () => number
  readonly open: boolean
}

/** What can be done with a row, from the command table. */
export const RowMenu = ({ several, open, ...menu }: RowMenuProps) =>
  open ? (
    <OpenRowMenu {...menu} count={several?.() ?? 0} />
  ) : (
    <RowMenuButton label={`Actions of ${menu.name}`} onPress={() => menu.onOpen(true)} />
  )
