import type { Locator } from "playwright-core"

/** The options of an open facility list. */
export const facilityOptions = (field: Locator): Locator =>
  field.page().getByRole("listbox", { name: "Facilities" }).getByRole("option")

/** Chooses by mouse only the first visible facility whose name contains a text, or the first one without a text. */
export const clickFacility = async (field: Locator, name?: string): Promise<void> => {
  await field.click()
  const options = facilityOptions(field)
  await (name === undefined ? options.nth(1) : options.filter({ hasText: name }).first()).click()
}

/** Chooses a facility by part of its name by keyboard only, in the focused field. */
export const typeFacility = async (field: Locator, name: string): Promise<void> => {
  await field.page().keyboard.type(name)
  await facilityOptions(field).filter({ hasText: name }).first().waitFor()
  await field.page().keyboard.press("Enter")
}

/** Chooses a facility by part of its name in a type-ahead field. */
export const chooseFacility = async (field: Locator, name: string): Promise<void> => {
  await field.click()
  await field.pressSequentially(name)
  await facilityOptions(field).filter({ hasText: name }).first().click()
}
