import { Role } from "#core/auth/roles.ts"
import type { Desk } from "./Desk.ts"
import type { Visitor } from "./Visitor.ts"

export const secretShape = /ldk_live_[0-9A-Za-z]{39}/

/** The secret that the page shows. */
export const secretOf = async (visitor: Visitor): Promise<string> => {
  await visitor.reads(secretShape)
  return secretShape.exec(await visitor.page.locator(".key-secret").innerText())?.[0] ?? ""
}

/** The status of a call with a secret. */
export const opens = async (desk: Desk, secret: string): Promise<number> =>
  (await desk.server.fetch("/api/locks", { token: `Bearer ${secret}` })).status

/** Adds an API key to `acme`, as its Owner. */
export const addKey = async (desk: Desk, facts: object = {}) => {
  const token = await desk.server.enter("acme", Role.id.Owner)
  const payload = { name: "Night report", facilityIds: [], allFacilities: true, isActive: true, ...facts }
  return (await desk.server.call(token, (api) => api.apiKeys.add({ query: {}, payload }))).data
}
