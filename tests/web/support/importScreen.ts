import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Desk } from "./Desk.ts"
import type { Visitor } from "./Visitor.ts"

/** Where many facilities are added. */
export const importPath = "/facilities/multiple_create"

/** A CSV file of these lines, as somebody chooses it. */
export const csv = (name: string, ...lines: ReadonlyArray<string>) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(lines.join("\r\n"))
})

/** Headers that are names of fields, other names of them, and one that is nothing. */
export const importHeader = "Facility Name,Telephone,Street Address,City,Notes"

/** Somebody is where an import begins. */
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

/** A list of the screen by its name. */
export const grid = ({ page }: Visitor, label: string) => page.getByRole("grid", { name: label })
/** The cell that is being fixed. */
export const cell = ({ page }: Visitor) => page.locator("input.import-cell")

/** Sends a file of facilities of a software and is at its columns. */
export const uploaded = async (visitor: Visitor, file: ReturnType<typeof csv>, label = "Not listed"): Promise<void> => {
  await softwareOf(visitor).selectOption({ label })
  const viaCsv = visitor.does("facilityImport.viaCsv")
  if ((await viaCsv.getAttribute("aria-pressed")) === "false") await viaCsv.click()
  await fileOf(visitor).setInputFiles(file)
  await visitor.reads(file.name)
  await visitor.does("facilityImport.upload").click()
  await importStep(visitor, "Columns")
}

/** A facility of acme by its name, as the database has it. */
export const importedFacility = (desk: Desk, name: string) =>
  desk.server.run(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.map(
        sql<{ name: string; phone: string; street: string; city: string }>`
          SELECT f.name, f.phone, f.street, f.city FROM facilities f JOIN companies c USING (company_id)
          WHERE c.name = 'acme' AND f.deleted_at IS NULL AND f.name = ${name}`,
        ([row]) => row
      )
    )
  )
