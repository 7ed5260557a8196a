import { useSyncExternalStore } from "react"
import { onOtherTab, read, write } from "./storage.ts"

/** What somebody chose; `system` follows the computer. */
export const themes = ["light", "dark", "system"] as const
export type Theme = (typeof themes)[number]

/** Each theme as it is called. */
export const themeNames: Readonly<Record<Theme, string>> = { light: "Light", dark: "Dark", system: "System" }

const dark = matchMedia("(prefers-color-scheme: dark)")
const listeners = new Set<() => void>()

/** The theme that was chosen, the system's until then. */
export const chosenTheme = (): Theme => themes.find((theme) => theme === read("theme")) ?? "system"

/** Puts the theme on the page. */
export const applyTheme = (): void => {
  const theme = chosenTheme()
  document.documentElement.dataset["theme"] = theme === "system" ? (dark.matches ? "dark" : "light") : theme
  for (const listener of listeners) listener()
}

/** Chooses a theme, here and in every other tab. */
export const chooseTheme = (theme: Theme): void => {
  write("theme", theme === "system" ? null : theme)
  applyTheme()
}

/** Puts the theme on the page now and whenever the computer's, or another tab's choice, changes. */
export const followTheme = (): void => {
  applyTheme()
  dark.addEventListener("change", applyTheme)
  onOtherTab("theme", applyTheme)
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, chosenTheme)
