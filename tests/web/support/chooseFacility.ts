import type { Locator } from "playwright-core"

/** The rows of an open list of facilities. */
export const facilityOptions = (field: Locator): Locator =>
  field.page().getByRole("listbox", { name: "Facilities" }).getByRole("option")

/** Chooses a facility by a part of its name, in a field that finds one as somebody types. */
export const chooseFacility = async (field: Locator, name: string): Promise<void> => {
  await field.click()
  await field.pressSequentially(name)
  await facilityOptions(field).filter({ hasText: name }).first().click()
}
