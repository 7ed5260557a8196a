import { center } from "./CommandCenter.ts"

/** What to close in front of the screen. */
interface Fronts {
  readonly palette: boolean
  /** And menus. */
  readonly dialogs: boolean
}

/** Closes the palette, or dialogs, or both, innermost first, as Esc does. */
export const closeFronts = ({ palette, dialogs }: Fronts): void => {
  for (const { scope, modal, onScreen, handlers } of center.layers.toReversed()) {
    const isFront = modal === true || onScreen !== true
    if (isFront && (scope === "palette" ? palette : dialogs)) handlers["layer.close"]?.({})
  }
}
