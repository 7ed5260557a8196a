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
