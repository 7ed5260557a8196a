import { Role, type RoleId } from "#core/auth/roles.ts"
import type { Visitor } from "./Visitor.ts"

/** What a screen is opened with: a lock that is there, and a facility whose units can be compared with its locks. */
export interface ScreenFacts {
  readonly serial: string
  readonly lockID: number
  readonly driftID: number
}

/** One view of the console to look at, judge by axe and crawl. */
export interface Screen {
  readonly name: string
  /** Who looks at it; nobody is signed in when null. */
  readonly role: RoleId | null
  readonly path: (facts: ScreenFacts) => string
  /** Widths of the window, in px, at which there is such a screen; any where absent. */
  readonly widths?: { readonly from: number; readonly to: number }
  /** Brings it about, and waits until it is there. */
  readonly show: (visitor: Visitor, facts: ScreenFacts) => Promise<void>
}

const { Admin, CallCenterAgent, Vendor } = Role.id

const at = (path: string) => (): string => path

/** Waits until nothing on the page says that it is loading any more. */
const loaded = async (visitor: Visitor): Promise<void> => {
  await visitor.page.locator("h1").first().waitFor()
  await visitor.page.locator(".loading, [aria-busy=true]").first().waitFor({ state: "hidden" })
}

const dialog = (visitor: Visitor): Promise<void> => visitor.page.getByRole("dialog").first().waitFor()

const palette = async (visitor: Visitor, text: string): Promise<void> => {
  await loaded(visitor)
  await visitor.openPalette(text)
  await visitor.row(/./).waitFor()
}

const autoLockThere = async (visitor: Visitor): Promise<void> => {
  await loaded(visitor)
  await visitor.page.getByLabel("Vacant units").waitFor()
}

/** Whether there is such a screen in a window of this width. */
export const isAtWidth = ({ widths }: Screen, width: number): boolean =>
  widths === undefined || (width >= widths.from && width <= widths.to)

/** Every screen there is, and what can stand before one. */
export const screens: ReadonlyArray<Screen> = [
  { name: "sign-in", role: null, path: at("/signin"), show: loaded },
  { name: "sign-up", role: null, path: at("/signup"), show: loaded },
  { name: "forgot-password", role: null, path: at("/forgotpassword"), show: loaded },
  { name: "set-password", role: null, path: at("/setpassword?uid=example"), show: loaded },
  { name: "set-password-without-uid", role: null, path: at("/setpassword"), show: loaded },
  { name: "dashboard", role: CallCenterAgent, path: at("/dashboard"), show: loaded },
  {
    name: "dashboard-found",
    role: Admin,
    path: at("/dashboard"),
    show: async (visitor, { serial }) => {
      await loaded(visitor)
      const box = visitor.page.getByPlaceholder("Search Serial Code or Unit")
      await box.fill(serial)
      await visitor.page.getByRole("option").first().click()
      await visitor.does("locks.reveal").first().waitFor()
    }
  },
  { name: "locks", role: Admin, path: at("/locks/manage_locks"), show: rowsThere },
  { name: "locks-vendor", role: Vendor, path: at("/locks/manage_locks"), show: rowsThere },
  { name: "lock", role: Admin, path: ({ lockID }) => `/locks/${lockID}`, show: loaded },
  { name: "returns", role: Admin, path: at("/locks/process_returned"), show: loaded },
  { name: "lock-not-there", role: Admin, path: at("/locks/99999999"), show: loaded },
  { name: "facilities", role: Admin, path: at("/facilities"), show: loaded },
  { name: "facility-import", role: Admin, path: at("/facilities/multiple_create"), show: loaded },
  { name: "facility-new", role: Admin, path: at("/facilities/create"), show: loaded },
  { name: "facility", role: Admin, path: at("/facilities/1"), show: loaded },
  { name: "facility-drift", role: Admin, path: ({ driftID }) => `/facilities/${driftID}/drift`, show: loaded },
  { name: "auto-messages", role: Admin, path: at("/automations"), show: loaded },
  { name: "auto-lock", role: Admin, path: at("/automations/lock"), show: autoLockThere },
  { name: "users", role: Admin, path: at("/team/users"), show: loaded },
  { name: "activate", role: Admin, path: at("/locks/activate_locks"), show: loaded },
  {
    name: "activate-refused",
    role: Admin,
    path: at("/locks/activate_locks"),
    show: async (visitor, { serial }) => {
      await loaded(visitor)
      await visitor.page.getByLabel("Facility", { exact: true }).selectOption({ index: 1 })
      for (const code of [serial, "77777777"]) await visitor.press(...code, "Enter")
      await visitor.page.locator("[data-state=failed]").nth(1).waitFor()
    }
  },
  { name: "inventory", role: Admin, path: at("/locks/inventory"), show: rowsThere },
  {
    name: "inventory-review",
    role: Admin,
    path: at("/locks/inventory"),
    show: async (visitor) => {
      await rowsThere(visitor)
      await visitor.press("j", "x", "Control+Enter")
      await visitor.does("inventory.assignSelected").waitFor()
    }
  },
  { name: "pending", role: Admin, path: at("/reports"), show: loaded },
  { name: "lock-list", role: Admin, path: at("/locks/bulk"), show: loaded },
  { name: "scan", role: CallCenterAgent, path: at("/locks/scan"), show: loaded },
  { name: "bulk-activation", role: Admin, path: at("/bulk_activate/BOX-101"), show: loaded },
  { name: "jobs", role: Admin, path: at("/jobs"), show: loaded },
  { name: "not-found", role: Admin, path: at("/there/is/no/such/page"), show: loaded },
  { name: "palette-empty", role: Admin, path: at("/dashboard"), show: (visitor) => palette(visitor, "") },
  {
    name: "palette-digits",
    role: Admin,
    path: at("/dashboard"),
    show: (visitor, { serial }) => palette(visitor, serial.slice(0, 5))
  },
  { name: "palette-words", role: Admin, path: at("/dashboard"), show: (visitor) => palette(visitor, "loc") },
  { name: "palette-commands", role: CallCenterAgent, path: at("/dashboard"), show: (visitor) => palette(visitor, ">") },
  { name: "palette-help", role: Admin, path: at("/dashboard"), show: (visitor) => palette(visitor, "?") },
  {
    name: "keys",
    role: Admin,
    path: at("/dashboard"),
    show: async (visitor) => {
      await loaded(visitor)
      await visitor.page.keyboard.press("?")
      await dialog(visitor)
    }
  },
  {
    name: "notices",
    role: Admin,
    path: at("/dashboard"),
    show: async (visitor) => {
      await loaded(visitor)
      await visitor.page.keyboard.press("n")
      await dialog(visitor)
    }
  },
  {
    name: "profile-menu",
    role: Admin,
    path: at("/dashboard"),
    widths: { from: 768, to: Infinity },
    show: async (visitor) => {
      await loaded(visitor)
      await visitor.does("profile.open").click()
      await visitor.does("auth.logout").first().waitFor()
    }
  },
  {
    name: "menu",
    role: Admin,
    path: at("/dashboard"),
    widths: { from: 0, to: 767 },
    show: async (visitor) => {
      await loaded(visitor)
      await visitor.does("menu.open").click()
      await visitor.does("auth.logout").first().waitFor()
    }
  },
  {
    name: "reveal-request",
    role: CallCenterAgent,
    path: at("/dashboard"),
    show: async (visitor, { serial }) => {
      await loaded(visitor)
      await visitor.press(...serial, "Enter")
      await visitor.does("reveal.reason1").first().waitFor()
    }
  },
  {
    name: "reveal-other",
    role: CallCenterAgent,
    path: at("/dashboard"),
    show: async (visitor, { serial }) => {
      await loaded(visitor)
      await visitor.press(...serial, "Enter", "5")
      await visitor.page.getByPlaceholder("Please explain your reason").waitFor()
    }
  },
  {
    name: "reveal-result",
    role: CallCenterAgent,
    path: at("/dashboard"),
    show: async (visitor, { serial }) => {
      await loaded(visitor)
      await visitor.press(...serial, "Enter", "2")
      await visitor.does("reveal.mask").first().waitFor()
    }
  }
]

async function rowsThere(visitor: Visitor): Promise<void> {
  await loaded(visitor)
  await visitor.page.locator("[data-row], [role=row], [role=option]").nth(1).waitFor()
}
