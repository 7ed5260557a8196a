import type { RoleId } from "#core/auth/roles.ts"
import type { Visitor } from "./Visitor.ts"

/** The data that screens are opened with (see `screenFacts.ts`). */
export interface ScreenFacts {
  /** An overlocked lock with a unit. */
  readonly serial: string
  readonly lockID: number
  /** A facility whose units can be compared with its locks. */
  readonly driftID: number
  /** A facility without locks, and its name. */
  readonly emptyID: number
  readonly emptyName: string
  /** A facility with locks that are Returned to Dropbox. */
  readonly returnsID: number
  /** A planned job and a completed one; both have failed rows. */
  readonly plannedJob: number
  readonly doneJob: number
  /** The path at which another company's offer of a facility is accepted. */
  readonly offerPath: string
  /** Locks that no company has activated; each is used once. */
  readonly fresh: Array<string>
}

/** One view of the console to photograph, check with axe and crawl. */
export interface Screen {
  readonly name: string
  /** The role that opens it; null for signed out. */
  readonly role: RoleId | null
  readonly path: (facts: ScreenFacts) => string
  /** Window widths in px at which the screen exists; any width if absent. */
  readonly widths?: { readonly from: number; readonly to: number }
  /** Printed only, so it is photographed but not checked with axe or for clicks. */
  readonly onPaper?: true
  /** Opens the screen and waits until it is shown. */
  readonly show: (visitor: Visitor, facts: ScreenFacts) => Promise<void>
}

/** Whether the screen exists at this window width. */
export const isAtWidth = ({ widths }: Screen, width: number): boolean =>
  widths === undefined || (width >= widths.from && width <= widths.to)

export const at = (path: string) => (): string => path

/** Waits until the page makes no more requests and shows no loading state, which it shows only for slow responses. */
export const loaded = async (visitor: Visitor): Promise<void> => {
  const { page } = visitor
  await page.locator("h1").first().waitFor()
  await visitor.settled()
  await page.locator(".loading, [aria-busy=true]").first().waitFor({ state: "hidden" })
}

export const rowsThere = async (visitor: Visitor): Promise<void> => {
  await loaded(visitor)
  await visitor.page.locator("[data-row], [role=row], [role=option]").nth(1).waitFor()
}

export const dialog = ({ page }: Visitor): Promise<void> => page.getByRole("dialog").first().waitFor()

/** Opens the palette with this text, and waits for its rows. */
export const palette = async (visitor: Visitor, text: string): Promise<void> => {
  await loaded(visitor)
  await visitor.openPalette(text)
  await visitor.row(/./).waitFor()
}
