import { Role } from "#core/auth/roles.ts"
import { csv, grid, importHeader, importPath, importStep, softwareOf, uploaded } from "./importScreen.ts"
import { at, dialog, loaded, rowsThere, type Screen, type ScreenFacts } from "./Screen.ts"
import type { Visitor } from "./Visitor.ts"

const { Admin } = Role.id
/** Waits until units and locks were compared, or the reason why not is shown. */
export const compared = async (visitor: Visitor): Promise<void> => {
  await loaded(visitor)
  await visitor.page.locator(".drift-count:not(:empty), .drift-note:not(:empty)").first().waitFor()
}
const empty = ({ emptyID }: ScreenFacts) => `/facilities/${emptyID}`

/** A step of the facility form. */
const step = (id: string): Screen => ({
  name: `facility-${id}`,
  role: Admin,
  path: ({ driftID }) => `/facilities/${driftID}?step=${id}`,
  show: loaded
})

/** Each import creates a new facility. */
let sites = 0

/** Sends an import with one changed facility, one new one, and two with errors. */
const sent = async (visitor: Visitor, { emptyName }: ScreenFacts): Promise<void> => {
  await loaded(visitor)
  await uploaded(
    visitor,
    csv(
      "sites.csv",
      importHeader,
      `Fern Hill ${(sites += 1)},5550100301,1 Fern Street,Portland,`,
      `${emptyName},5550100302,2 Vacant Street,Portland,`,
      "Short Phone,555,3 Short Street,Portland,",
      "Nowhere,5550100304,abc,Portland,"
    )
  )
}
const checked = async (visitor: Visitor, facts: ScreenFacts): Promise<void> => {
  await sent(visitor, facts)
  await visitor.does("facilityImport.checkRows").click()
  await importStep(visitor, "Check")
  await grid(visitor, "Issues").getByRole("row").nth(1).waitFor()
}
const previewed = async (visitor: Visitor, facts: ScreenFacts): Promise<void> => {
  await checked(visitor, facts)
  await visitor.does("facilityImport.preview").click()
  await importStep(visitor, "Preview")
  await grid(visitor, "Rows of the import").getByRole("row").nth(1).waitFor()
}
const importing = (name: string, show: Screen["show"]): Screen => ({ name, role: Admin, path: at(importPath), show })

/** Steps, dialogs and states of the screens for facilities and their import, transfer and drift. */
export const facilityStates: ReadonlyArray<Screen> = [
  {
    name: "facilities-none",
    role: Admin,
    path: at("/facilities"),
    show: async (visitor) => {
      await loaded(visitor)
      await visitor.page.getByPlaceholder("Search Facility Name or ID").fill("zzzz")
      await visitor.page.locator(".list-empty").waitFor()
    }
  },
  {
    name: "facilities-delete",
    role: Admin,
    path: at("/facilities"),
    show: async (visitor, { emptyName }) => {
      await rowsThere(visitor)
      await visitor.page.getByPlaceholder("Search Facility Name or ID").fill(emptyName)
      await visitor.page.getByRole("button", { name: `Delete ${emptyName}` }).click()
      await dialog(visitor)
    }
  },
  {
    name: "facility-wrong",
    role: Admin,
    path: at("/facilities/create"),
    show: async (visitor) => {
      await loaded(visitor)
      await visitor.does("facilityForm.next").click()
      await visitor.reads("Facility name is required.")
    }
  },
  step("notifications"),
  step("address"),
  step("fms"),
  {
    name: "facility-transfer",
    role: Admin,
    path: empty,
    show: async (visitor) => {
      await loaded(visitor)
      await visitor.does("facilityForm.transfer").click()
      await visitor.page.getByRole("form", { name: "Transfer Facility" }).getByLabel("Email").fill("nobody")
      await visitor.reads("Email is invalid")
    }
  },
  {
    name: "facility-api",
    role: Admin,
    path: empty,
    show: async (visitor) => {
      await loaded(visitor)
      await visitor.does("facilities.api").click()
      await dialog(visitor)
    }
  },
  {
    name: "facility-unsaved",
    role: Admin,
    path: empty,
    show: async (visitor) => {
      await loaded(visitor)
      await visitor.page.getByLabel("Facility Name").fill("Never saved")
      await visitor.page.getByRole("link", { name: "Back to Facilities" }).click()
      await dialog(visitor)
    }
  },
  { name: "facility-not-there", role: Admin, path: at("/facilities/99999999"), show: loaded },
  {
    name: "facility-drift-row",
    role: Admin,
    path: ({ driftID }) => `/facilities/${driftID}/drift`,
    show: async (visitor) => {
      await compared(visitor)
      // Without mismatches there is no row to open.
      if ((await visitor.page.getByRole("row").count()) === 0) return
      await visitor.press("Home", " ")
      await dialog(visitor)
    }
  },
  importing("import-csv", async (visitor) => {
    await loaded(visitor)
    await softwareOf(visitor).selectOption({ label: "Not listed" })
    await visitor.reads("Not listed can't list its facilities")
  }),
  importing("import-fms", async (visitor) => {
    await loaded(visitor)
    await softwareOf(visitor).selectOption({ label: "Sitelink by Storable" })
    await visitor.does("facilityImport.list").click()
    await visitor.page.getByLabel("Corporate Code *", { exact: true }).waitFor()
  }),
  importing("import-refused", async (visitor) => {
    await loaded(visitor)
    await softwareOf(visitor).selectOption({ label: "Not listed" })
    await visitor.page.locator("input[type=file]").setInputFiles(csv("sites.pdf", "%PDF-1.7"))
    await visitor.page.getByRole("alert").first().waitFor()
  }),
  importing("import-columns", sent),
  importing("import-check", checked),
  importing("import-cell", async (visitor, facts) => {
    await checked(visitor, facts)
    await grid(visitor, "Issues").getByText("10 digits").first().click()
    await visitor.page.locator("input.import-cell").waitFor()
  }),
  importing("import-preview", previewed),
  importing("import-row", async (visitor, facts) => {
    await previewed(visitor, facts)
    await grid(visitor, "Rows of the import").getByText("Short Phone").click()
    await dialog(visitor)
  }),
  importing("import-commit", async (visitor, facts) => {
    await previewed(visitor, facts)
    await visitor.does("imports.commit").click()
    await dialog(visitor)
  }),
  importing("import-cancel", async (visitor, facts) => {
    await previewed(visitor, facts)
    await visitor.does("imports.cancel").click()
    await dialog(visitor)
  }),
  importing("import-done", async (visitor, facts) => {
    await previewed(visitor, facts)
    await visitor.does("imports.commit").click()
    await visitor.does("form.submit").click()
    await visitor.sees("Imported")
  }),
  {
    name: "transfer-offer",
    role: Admin,
    path: ({ offerPath }) => offerPath,
    show: async (visitor) => {
      await visitor.does("facilities.acceptTransfer").waitFor()
    }
  },
  { name: "transfer-invalid", role: Admin, path: at("/Account/FacilityTransfer?token=nothing"), show: loaded }
]
