import { Effect } from "effect"
import type { Desk } from "./Desk.ts"
import type { Visitor } from "./Visitor.ts"

/** The URL path of the facility import. */
export const importPath = "/facilities/multiple_create"

/** A CSV file with these lines, for a file input. */
export const csv = (name: string, ...lines: ReadonlyArray<string>) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(lines.join("\r\n"))
})

/** Headers: field names, a synonym, and one that matches no field. */
export const importHeader = "Facility Name,Telephone,Street Address,City,Notes"

/** Opens the start of an import. */
export const visitImport = async (desk: Desk, options: NonNullable<Parameters<Desk["visit"]>[0]>): Promise<Visitor> => {
  const visitor = await desk.visit({ path: importPath, ...options })
  await visitor.sees("Add Multiple Facilities")
  return visitor
}

export const softwareOf = ({ page }: Visitor) => page.getByLabel("Management Software *")
export const fileOf = ({ page }: Visitor) => page.locator("input[type=file]")

/** Waits for a step of the import. */
export const importStep = (visitor: Visitor, title: string): Promise<void> =>
  visitor.until(`the step ${title}`, visitor.page.locator("[aria-current=step]").filter({ hasText: title }).waitFor())

/** A list on the screen by its label. */
export const grid = ({ page }: Visitor, label: string) => page.getByRole("grid", { name: label })
/** The cell being edited. */
export const cell = ({ page }: Visitor) => page.locator("input.import-cell")

/** Uploads a facility file for a software and waits for the Columns step. */
export const uploaded = async (visitor: Visitor, file: ReturnType<typeof csv>, label = "Not listed"): Promise<void> => {
  await softwareOf(visitor).selectOption({ label })
  const viaCsv = visitor.does("facilityImport.viaCsv")
  if ((await viaCsv.getAttribute("aria-pressed")) === "false") await viaCsv.click()
  await fileOf(visitor).setInputFiles(file)
  await visitor.reads(file.name)
  await visitor.does("facilityImport.upload").click()
  await importStep(visitor, "Columns")
}

/** A facility of acme by name, from the database. */
export const importedFacility = (desk: Desk, name: string) =>
  desk.server.sql((sql) =>
    Effect.map(
      sql<{ name: string; phone: string; street: string; city: string }>`
          SELECT f.name, f.phone, f.street, f.city FROM facilities f JOIN companies c USING (company_id)
          WHERE c.name = 'acme' AND f.deleted_at IS NULL AND f.name = ${name}`,
      ([row]) => row
    )
  )
