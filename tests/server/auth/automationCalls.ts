import type { Row } from "./callTable.ts"

const read = 1
const write = 2

/** The automation calls (see `callTable.ts`). DECISIONS has their area; 002 §6 says who may change them. */
export const automationCalls: Readonly<Record<string, Row>> = {
  "automations.profile": { needs: [12, read], path: "/settings/automations", answers: 200 },
  "automations.setVacant": {
    needs: [12, write],
    method: "PUT",
    path: "/settings/update-assigned-vacant",
    body: { status: 1001 },
    answers: 200
  },
  "automations.setOverlock": {
    needs: [12, write],
    method: "PUT",
    path: "/settings/update-assigned-over-lock",
    body: { status: 1001 },
    answers: 200
  },
  "automations.unlockDelivered": {
    needs: [12, write, 4],
    method: "POST",
    path: "/locks/unlock-code-delivered",
    body: { deliveryID: "x", serialCode: "99999999" },
    answers: [404, "LockNotFound"]
  }
}
