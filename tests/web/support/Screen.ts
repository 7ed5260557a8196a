import type { RoleId } from "#core/auth/roles.ts"
import type { Visitor } from "./Visitor.ts"

/** What a screen is opened with (see `screenFacts.ts`). */
export interface ScreenFacts {
  /** An overlocked lock with a unit. */
  readonly serial: string
  readonly lockID: number
  /** A facility whose units can be compared with its locks. */
  readonly driftID: number
  /** One without locks, and its name. */
  readonly emptyID: number
  readonly emptyName: string
  /** One with locks that are Returned to Dropbox. */
  readonly returnsID: number
  /** Jobs: one that is planned, one that is done; rows of both fail. */
  readonly plannedJob: number
  readonly doneJob: number
  /** Where another company's offer of a facility is accepted. */
  readonly offerPath: string
  /** Locks that nobody has activated; each is taken once. */
  readonly fresh: Array<string>
}

/** One view of the console to look at, judge by axe and crawl. */
export interface Screen {
  readonly name: string
  /** Who looks at it; nobody is signed in when null. */
  readonly role: RoleId | null
  readonly path: (facts: ScreenFacts) => string
  /** Widths of the window, in px, at which there is such a screen; any where absent. */
  readonly widths?: { readonly from: number; readonly to: number }
  /** It is printed: for the eye alone, and no page to be read out or clicked in. */
  readonly onPaper?: true
  /** Brings it about, and waits until it is there. */
  readonly show: (visitor: Visitor, facts: ScreenFacts) => Promise<void>
}

/** Whether there is such a screen in a window of this width. */
export const isAtWidth = ({ widths }: Screen, width: number): boolean =>
  widths === undefined || (width >= widths.from && width <= widths.to)

export const at = (path: string) => (): string => path

/** Waits until the page asks for nothing and says of nothing that it is loading any more; it says so only of what is late. */
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

/** Opens the palette with this in it, and waits for its rows. */
export const palette = async (visitor: Visitor, text: string): Promise<void> => {
  await loaded(visitor)
  await visitor.openPalette(text)
  await visitor.row(/./).waitFor()
}
