import type { Locator } from "playwright-core"

/** The rows of an open list of facilities. */
export const facilityOptions = (field: Locator): Locator =>
  field.page().getByRole("listbox", { name: "Facilities" }).getByRole("option")

/** Chooses by mouse alone the first facility in sight whose name has a text in it: the first of all where that is left out. */
export const clickFacility = async (field: Locator, name?: string): Promise<void> => {
  await field.click()
  const options = facilityOptions(field)
  await (name === undefined ? options.nth(1) : options.filter({ hasText: name }).first()).click()
}

/** Chooses by keys alone a facility by a part of its name, in the field that has the focus. */
export const typeFacility = async (field: Locator, name: string): Promise<void> => {
  await field.page().keyboard.type(name)
  await facilityOptions(field).filter({ hasText: name }).first().waitFor()
  await field.page().keyboard.press("Enter")
}

/** Chooses a facility by a part of its name, in a field that finds one as somebody types. */
export const chooseFacility = async (field: Locator, name: string): Promise<void> => {
  await field.click()
  await field.pressSequentially(name)
  await facilityOptions(field).filter({ hasText: name }).first().click()
}
