import { clickFacility } from "./chooseFacility.ts"
import { Role } from "#core/auth/roles.ts"
import { compared, facilityStates } from "./facilityStates.ts"
import { lockStates } from "./lockStates.ts"
import { at, dialog, loaded, palette, rowsThere, type Screen } from "./Screen.ts"
import { statesAnywhere } from "./statesAnywhere.ts"
import type { Visitor } from "./Visitor.ts"

const { Admin, CallCenterAgent, Owner, SiteAdmin, Vendor } = Role.id

const autoLockThere = async (visitor: Visitor): Promise<void> => {
  await loaded(visitor)
  await visitor.page.getByLabel("Vacant units").waitFor()
}

/** Every screen, and dialogs that can appear over it. */
export const ownScreens: ReadonlyArray<Screen> = [
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
      await visitor.page.locator(".quick-row").first().click()
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
  { name: "facility-drift", role: Admin, path: ({ driftID }) => `/facilities/${driftID}/drift`, show: compared },
  {
    name: "facilities-drift",
    role: Admin,
    path: at("/facilities/drift"),
    show: async (visitor) => {
      await loaded(visitor)
      await visitor.reads(/^No facilities are connected to an FMS|\d+ mismatch|^No mismatches/)
    }
  },
  { name: "auto-messages", role: Admin, path: at("/automations"), show: loaded },
  { name: "auto-lock", role: Admin, path: at("/automations/lock"), show: autoLockThere },
  { name: "api-keys", role: Admin, path: at("/integrations/api_setting"), show: loaded },
  { name: "api-key-new", role: Admin, path: at("/integrations/api_setting/create"), show: loaded },
  { name: "webhooks", role: Admin, path: at("/integrations/webhooks"), show: loaded },
  { name: "api-facilities", role: Admin, path: at("/integrations/facilities"), show: loaded },
  {
    name: "settings",
    role: Admin,
    path: at("/settings/general"),
    show: async (visitor) => {
      await loaded(visitor)
      await visitor.page.getByLabel("Web App Timeout", { exact: true }).waitFor()
    }
  },
  {
    name: "roles",
    role: Admin,
    path: at("/team/roles"),
    show: async (visitor) => {
      await loaded(visitor)
      await visitor.page.getByRole("group", { name: "Reports" }).waitFor()
    }
  },
  { name: "users", role: Admin, path: at("/team/users"), show: loaded },
  { name: "user-import", role: Owner, path: at("/team/users/import"), show: loaded },
  { name: "user-new", role: Owner, path: at("/team/users/create"), show: loaded },
  {
    name: "user",
    role: Owner,
    path: at("/team/users"),
    show: async (visitor) => {
      await visitor.page
        .getByRole("row")
        .filter({ hasText: Role.label(Role.id.Vendor) })
        .first()
        .click()
      await visitor.sees("Edit User")
      await loaded(visitor)
    }
  },
  {
    name: "account",
    role: Admin,
    path: at("/dashboard"),
    show: async (visitor) => {
      await loaded(visitor)
      await visitor.runs("Manage Account")
      await visitor.page.getByRole("dialog", { name: "Manage Account" }).waitFor()
    }
  },
  { name: "activate", role: Admin, path: at("/locks/activate_locks"), show: loaded },
  {
    name: "activate-refused",
    role: Admin,
    path: at("/locks/activate_locks"),
    show: async (visitor, { serial }) => {
      await loaded(visitor)
      await clickFacility(visitor.page.getByLabel("Facility", { exact: true }))
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
  { name: "companies", role: SiteAdmin, path: at("/companies"), show: rowsThere },
  { name: "company-new", role: SiteAdmin, path: at("/companies/create"), show: loaded },
  {
    name: "company",
    role: SiteAdmin,
    path: at("/companies"),
    show: async (visitor) => {
      await rowsThere(visitor)
      await visitor.page.locator("[role=grid] [role=row][data-command]").first().click()
      await visitor.page.getByLabel("Company name *", { exact: true }).waitFor()
      await loaded(visitor)
    }
  },
  { name: "outbox", role: Admin, path: at("/outbox"), show: loaded },
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

/** All screens, with their steps and states. */
export const screens: ReadonlyArray<Screen> = [...ownScreens, ...lockStates, ...facilityStates, ...statesAnywhere]
