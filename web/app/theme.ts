import { useSyncExternalStore } from "react"
import { onOtherTab, read, write } from "./storage.ts"

/** The user's choice; `system` follows the operating system. */
export const themes = ["light", "dark", "system"] as const
export type Theme = (typeof themes)[number]

/** Labels of the themes. */
export const themeNames: Readonly<Record<Theme, string>> = { light: "Light", dark: "Dark", system: "System" }

const dark = matchMedia("(prefers-color-scheme: dark)")
const listeners = new Set<() => void>()

/** The chosen theme, or the system's. */
export const chosenTheme = (): Theme => themes.find((theme) => theme === read("theme")) ?? "system"

/** Applies the theme to the page. */
export const applyTheme = (): void => {
  const theme = chosenTheme()
  document.documentElement.dataset["theme"] = theme === "system" ? (dark.matches ? "dark" : "light") : theme
  for (const listener of listeners) listener()
}

/** Sets the theme in all tabs. */
export const chooseTheme = (theme: Theme): void => {
  write("theme", theme === "system" ? null : theme)
  applyTheme()
}

/** Applies the theme now and whenever the system's theme or another tab's choice changes. */
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
