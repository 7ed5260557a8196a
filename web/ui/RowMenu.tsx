import { frontPart } from "./frontPart.ts"
import type { OpenRowMenuProps } from "./OpenRowMenu.tsx"
import { RowMenuButton } from "./RowMenuButton.tsx"

/** Shows the button until the menu has loaded. */
const Meanwhile = ({ name, onOpen }: OpenRowMenuProps) => (
  <RowMenuButton label={`Actions of ${name}`} onPress={() => onOpen(false)} />
)

/** The menu of a row. Loads when a list is first used. */
export const OpenRowMenu = frontPart(
  () => import("./OpenRowMenu.tsx"),
  "OpenRowMenu",
  ({ onOpen }) => onOpen(false),
  Meanwhile
)

interface RowMenuProps extends Omit<OpenRowMenuProps, "count"> {
  /** Number of selected locks the commands act on, or 0. */
  readonly several: () => number
  readonly open: boolean
}

/** The commands of a row. */
export const RowMenu = ({ several, open, ...menu }: RowMenuProps) =>
  open ? (
    <OpenRowMenu {...menu} count={several()} />
  ) : (
    <RowMenuButton label={`Actions of ${menu.name}`} onPress={() => menu.onOpen(true)} />
  )
