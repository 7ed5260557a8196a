import { Role, type RoleId } from "#core/auth/roles.ts"
import type { Desk } from "./Desk.ts"
import type { Visitor } from "./Visitor.ts"

/** A field of the lock form by its label. */
export const field = ({ page }: Visitor, name: string) => page.getByRole("main").getByLabel(name, { exact: true })

/** The Save Changes button. */
export const save = (visitor: Visitor) => visitor.does("lock.save")

/** Whether a field has the focus. */
export const hasFocus = (visitor: Visitor, name: string): Promise<boolean> =>
  field(visitor, name).evaluate((at) => at === document.activeElement)

/** Opens a lock's page and waits for the form. */
export const openDetail = async (
  desk: Desk,
  path: string,
  role: RoleId = Role.id.Admin,
  more: { readonly company?: string } = {}
): Promise<Visitor> => {
  const visitor = await desk.visit({ role, path, ...more })
  await visitor.sees("Details")
  return visitor
}
