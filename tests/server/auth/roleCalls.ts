import type { Row } from "./callTable.ts"
import { changers } from "./teamCalls.ts"

const read = 1
const write = 2

/** The role and permission calls, which belong to the area Users (DECISIONS, Tiers and features: CustomRoles). */
export const roleCalls: Readonly<Record<string, Row>> = {
  "roles.list": { needs: [7, read], path: "/roles", answers: 200 },
  "roles.set": {
    needs: [7, write],
    only: changers,
    method: "PUT",
    path: "/roles/11",
    body: { areas: [] },
    answers: 200
  },
  "roles.reset": { needs: [7, write], only: changers, method: "POST", path: "/roles/11/reset", answers: 200 },
  "viewing.start": {
    needs: [7, write],
    method: "POST",
    path: "/viewing/start",
    body: { email: "nobody@nowhere.example.com" },
    answers: [404, "ViewTargetNotFound"]
  },
  "viewing.end": { needs: "session", method: "POST", path: "/viewing/end", answers: 200 }
}
