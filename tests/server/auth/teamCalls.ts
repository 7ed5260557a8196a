import type { Row } from "./callTable.ts"

/** Roles that can change team users if they have the permission: all but the restricted ones (002 §6). */
export const changers = [1, 2, 3, 4, 6, 10]

/** The team user calls (002 §6, §7): reading needs Read on Users, changing needs Write. */
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
  "userImports.upload": {
    needs: [7, 2],
    only: changers,
    method: "POST",
    path: "/users/import",
    body: {},
    answers: [415, "WrongContentType"]
  },
  "userImports.show": {
    needs: [7, 2],
    only: changers,
    path: "/users/imports/999999",
    answers: [404, "ImportNotFound"]
  },
  "userImports.rows": {
    needs: [7, 2],
    only: changers,
    path: "/users/imports/999999/rows",
    answers: [404, "ImportNotFound"]
  },
  "userImports.map": {
    needs: [7, 2],
    only: changers,
    method: "PUT",
    path: "/users/imports/999999/mapping",
    body: { mapping: [] },
    answers: [404, "ImportNotFound"]
  },
  "userImports.fix": {
    needs: [7, 2],
    only: changers,
    method: "PUT",
    path: "/users/imports/999999/rows/2",
    body: { cells: [{ column: 0, text: "x" }] },
    answers: [404, "ImportNotFound"]
  },
  "userImports.commit": {
    needs: [7, 2],
    only: changers,
    method: "POST",
    path: "/users/imports/999999/commit",
    answers: [404, "ImportNotFound"]
  },
  "userImports.resume": {
    needs: [7, 2],
    only: changers,
    method: "POST",
    path: "/users/imports/999999/resume",
    answers: [404, "ImportNotFound"]
  },
  "userImports.cancel": {
    needs: [7, 2],
    only: changers,
    method: "POST",
    path: "/users/imports/999999/cancel",
    answers: [404, "ImportNotFound"]
  },
  "userImports.errors": {
    needs: [7, 2],
    only: changers,
    path: "/users/imports/999999/errors",
    answers: [404, "ImportNotFound"]
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
