import { defaultFontSize } from "./inRem.ts"

/** How many times larger than the default the user's font size is. */
export const fontScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / defaultFontSize
