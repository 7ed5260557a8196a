import { globSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import type { Locator } from "playwright-core"
import { beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { makeFacility, makeLock } from "../../support/fixture.ts"
import { companyIdOf } from "../support/companyIdOf.ts"
import { there } from "../support/deskData.ts"
import { csv, grid, importHeader, importPath, importStep, uploaded } from "../support/importScreen.ts"
import { sessionEnds, signedInElsewhere } from "../support/otherTab.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

shareDesk()

const { Admin, SuperAdmin } = Role.id
const at = { company: 0, facility: 0, lock: 0, user: 0 }
beforeAll(async () => {
  const companyID = await companyIdOf(desk, "acme")
  const facilityID = await desk.server.run(makeFacility(companyID, "Kept Yard"))
  const lock = { companyID, facilityID, code: "1234" }
  at.lock = await desk.server.run(makeLock({ ...lock, serial: "62000001", status: LockStatus.id.AssignedOverlock }))
  await desk.server.run(makeLock({ ...lock, serial: "62000002", status: LockStatus.id.ReturnedToDropbox }))
  at.company = companyID
  at.facility = facilityID
})

/** Starts an import whose only row has no valid phone number. */
const startImport = async (visitor: Visitor): Promise<void> => {
  await uploaded(visitor, csv("kept.csv", importHeader, "Kept Import,1,1 Some Street,Salem,"))
}
const pastColumns = async (visitor: Visitor): Promise<void> => {
  await startImport(visitor)
  await visitor.does("facilityImport.checkRows").click()
  await importStep(visitor, "Check")
  await visitor.page.getByRole("button", { name: "3 Preview" }).click()
  await grid(visitor, "Rows of the import").getByText("Kept Import").click()
}

interface KeptForm {
  readonly form: string
  /** The component that asks before its input is lost. None for a draft. */
  readonly asks?: string
  readonly path: () => string
  readonly role?: RoleId
  /** Opens the form, if the screen doesn't start with it. */
  readonly open?: (visitor: Visitor) => Promise<unknown>
  readonly field: (visitor: Visitor) => Locator
  /** The text, or the option of a list. None for one that is checked. */
  readonly value?: string
}

const labeled =
  (label: string) =>
  ({ page }: Visitor): Locator =>
    page.getByLabel(label, { exact: true })
/** Opens a dialog from the palette of a screen with this heading. */
const runs = (heading: string, words: string) => async (visitor: Visitor) => {
  await visitor.sees(heading)
  await visitor.runs(words)
}
const clicks = (command: string) => (visitor: Visitor) => visitor.does(command).first().click()

const forms: ReadonlyArray<KeptForm> = [
  {
    form: "a facility",
    asks: "FacilityForm",
    path: () => `/facilities/${at.facility}`,
    field: labeled("Facility Name *"),
    value: "Typed"
  },
  {
    form: "a new facility",
    asks: "FacilityForm",
    path: () => "/facilities/create",
    field: labeled("Facility Name *"),
    value: "Typed"
  },
  {
    form: "the offer of a facility",
    asks: "TransferPanel",
    path: () => `/facilities/${at.facility}`,
    open: clicks("facilityForm.transfer"),
    field: ({ page }) => page.getByRole("form", { name: "Transfer Facility" }).getByLabel("Email"),
    value: "typed@example.com"
  },
  {
    form: "a lock",
    asks: "LockEditor",
    path: () => `/locks/${at.lock}`,
    field: ({ page }) => page.getByRole("main").getByLabel("Unit"),
    value: "Typed"
  },
  {
    form: "a user",
    asks: "UserForm",
    path: () => `/team/users/create`,
    field: labeled("First name *"),
    value: "Typed"
  },
  {
    form: "a role",
    asks: "RoleForm",
    path: () => `/team/roles?role=${Role.id.CallCenterAgent}`,
    field: ({ page }) => page.getByRole("group", { name: "Reports", exact: true }).getByLabel("Read", { exact: true })
  },
  {
    form: "the company",
    asks: "CompanyForm",
    path: () => "/settings/general",
    field: labeled("Contact name"),
    value: "Typed"
  },
  {
    form: "a timeout",
    asks: "TimeoutForm",
    path: () => "/settings/general",
    field: labeled("Web App Timeout"),
    value: "9"
  },
  {
    form: "a subdomain",
    asks: "SubdomainForm",
    path: () => "/settings/overlock/create",
    field: labeled("Display Name *"),
    value: "Typed"
  },
  {
    form: "the automatic status changes",
    asks: "AutoLockForm",
    path: () => "/automations/lock",
    field: labeled("Vacant units"),
    value: "Returned to Dropbox"
  },
  {
    form: "an API key",
    asks: "ApiKeyForm",
    path: () => "/integrations/api_setting/create",
    field: labeled("Name"),
    value: "Typed"
  },
  {
    form: "a webhook",
    asks: "WebhookForm",
    path: () => "/integrations/webhooks",
    field: labeled("URL"),
    value: "https://typed.example"
  },
  {
    form: "a saved webhook",
    asks: "WebhookForm",
    path: () => "/integrations/webhooks",
    open: async (visitor) => {
      const body = { url: "https://saved.example", events: ["lock.revealed"] }
      await desk.server.fetch("/api/companies/webhooks", { method: "POST", token: visitor.token ?? "", body })
      await visitor.does("webhooks.change").click()
    },
    field: labeled("URL"),
    value: "https://changed.example"
  },
  {
    form: "a list of locks",
    asks: "ListForm",
    path: () => "/locks/bulk",
    field: ({ page }) => page.getByRole("textbox", { name: "Locks", exact: true }),
    value: there.available
  },
  {
    form: "a ticket about a box",
    asks: "BatchSupport",
    path: () => "/bulk_activate/BOX-404",
    open: async (visitor) => {
      await visitor.page.getByRole("switch").check()
      await visitor.does("bulk.activate").click()
      await visitor.does("bulk.support").click()
    },
    field: labeled("Description"),
    value: "Typed"
  },
  {
    form: "a ticket",
    path: () => "/dashboard",
    open: runs("Dashboard", "Contact support"),
    field: labeled("Subject"),
    value: "Typed"
  },
  {
    form: "the user's name",
    asks: "PartForm",
    path: () => "/dashboard",
    open: runs("Dashboard", "Manage Account"),
    field: labeled("First name"),
    value: "Typed"
  },
  {
    form: "the name of a view",
    asks: "GridPanel",
    path: () => "/facilities",
    open: runs("Facilities", "Open a saved view"),
    field: labeled("Name of this view"),
    value: "Typed"
  },
  {
    form: "the columns of an import",
    asks: "ColumnsStep",
    path: () => importPath,
    open: startImport,
    field: labeled("City"),
    value: "Notes"
  },
  {
    form: "a row of an import",
    asks: "RowForm",
    path: () => importPath,
    open: pastColumns,
    field: ({ page }) => page.getByRole("dialog").getByLabel("Phone Number *"),
    value: "5550100399"
  },
  {
    form: "returned locks",
    path: () => `/locks/process_returned?facilityID=${at.facility}`,
    field: ({ page }) => page.getByRole("button", { name: /^Lost:/ })
  },
  {
    form: "a new company",
    asks: "NewCompanyForm",
    path: () => "/companies/create",
    role: SuperAdmin,
    field: labeled("Company name *"),
    value: "T"
  },
  {
    form: "another company",
    asks: "AccountForm",
    path: () => `/companies/${at.company}`,
    role: SuperAdmin,
    field: labeled("Company name *"),
    value: "Typed"
  }
]

/** What a field has: its text, the chosen option, or whether it is checked. */
const inputOf = (field: Locator): Promise<string> =>
  field.evaluate((element) =>
    element instanceof HTMLSelectElement
      ? (element.selectedOptions[0]?.text ?? "")
      : element instanceof HTMLInputElement && element.type === "radio"
        ? String(element.checked)
        : element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
          ? element.value
          : (element.getAttribute("aria-pressed") ?? "")
  )
const put = async (field: Locator, value: string | undefined): Promise<void> => {
  if (value === undefined) await field.click()
  else if ((await field.evaluate((element) => element.tagName)) === "SELECT") await field.selectOption({ label: value })
  else await field.fill(value)
}

it("every form that asks before its input is lost is tested here", () => {
  const parts = globSync("web/{features,grid}/**/*.tsx")
  const asking = parts.filter((file) => readFileSync(file, "utf8").includes("<LeaveGuard "))
  expect(new Set(forms.flatMap(({ asks = [] }) => asks))).toEqual(new Set(asking.map((file) => basename(file, ".tsx"))))
})

describe("if a session ends by itself, its user finds the input again", () => {
  it.each(forms)("of $form", async ({ role = Admin, path, open, field, value }) => {
    const visitor = await desk.visit({ role, path: path() })
    await open?.(visitor)
    await put(field(visitor), value)
    expect(await inputOf(field(visitor))).toBe(value ?? "true")
    await sessionEnds(visitor.page)
    await visitor.reads("Your unsaved changes are kept.")
    await signedInElsewhere(visitor.page, visitor.token ?? "")
    await field(visitor).waitFor()
    await visitor.until("its input", expect.poll(() => inputOf(field(visitor))).toBe(value ?? "true"))
  })
})
