import type { Row } from "./callTable.ts"

/** Roles that change team users where their permission lets them: all but the restricted ones (002 §6). */
const changers = [1, 2, 3, 4, 6, 10]

/** The calls about team users (002 §6, §7): reading needs Read on Users, changing Write. */
export const teamCalls: Readonly<Record<string, Row>> = {
  "users.list": { needs: [7, 1], path: "/users", answers: 200 },
  "users.roles": { needs: [7, 1], path: "/users/roles", answers: 200 },
  "users.uniqueEmail": { needs: "session", path: "/users/validate-unique-email?email=x", answers: 200 },
  "users.add": {
    needs: [7, 2],
    only: changers,
    method: "POST",
    path: "/users/add-user",
    body: { firstName: "" },
    answers: [422, "UserRefused"]
  },
  "users.update": {
    needs: [7, 2],
    only: changers,
    method: "PUT",
    path: "/users/update-user",
    body: { userID: 999999 },
    answers: [404, "UserNotFound"]
  },
  "users.import": {
    needs: [7, 2],
    only: changers,
    method: "POST",
    path: "/users/import",
    body: { rows: [{ row: 2, email: "" }] },
    answers: 200
  },
  "users.invite": {
    needs: [7, 2],
    only: changers,
    method: "POST",
    path: "/users/send-invitation",
    body: { userID: 999999 },
    answers: [404, "UserNotFound"]
  }
}
