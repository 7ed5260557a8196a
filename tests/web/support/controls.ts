import type { Locator } from "playwright-core"
import type { Visitor } from "./Visitor.ts"

/** The field with exactly this label. */
export const field = ({ page }: Visitor, label: string): Locator => page.getByLabel(label, { exact: true })

/** The button whose name starts with these words: its key may follow them. */
export const button = ({ page }: Visitor, name: string): Locator =>
  page.getByRole("button", { name: new RegExp(`^${name}`) })
