import type { Trials } from "./namingInputs.ts"

const named = { firstName: "Dana", lastName: "Reyes", email: "dana@acme.example.com", roleID: 5 }

/** Trials of the team user inputs. */
export const teamTrials: Trials = {
  "users.list companyID": [(id) => ({ path: `/users?companyID=${id}` }), ({ companyID }) => companyID],
  "users.roles companyID": [(id) => ({ path: `/users/roles?companyID=${id}` }), ({ companyID }) => companyID],
  "users.uniqueEmail companyID": [
    (id) => ({ path: `/users/validate-unique-email?email=x&companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "users.add companyID": [
    (id) => ({ method: "POST", path: `/users/add-user?companyID=${id}`, body: { firstName: "" } }),
    ({ companyID }) => companyID
  ],
  "users.add companyId": [
    (companyId) => ({ method: "POST", path: "/users/add-user", body: { firstName: "", companyId } }),
    ({ companyID }) => companyID
  ],
  "users.add facilityIDs": [
    (id) => ({ method: "POST", path: "/users/add-user", body: { ...named, facilityIDs: [id] } }),
    ({ facilityID }) => facilityID
  ],
  "users.update companyID": [
    (id) => ({ method: "PUT", path: `/users/update-user?companyID=${id}`, body: { userID: 1 } }),
    ({ companyID }) => companyID
  ],
  "users.update companyId": [
    (companyId) => ({ method: "PUT", path: "/users/update-user", body: { userID: 1, companyId } }),
    ({ companyID }) => companyID
  ],
  "users.update userID": [
    (userID) => ({ method: "PUT", path: "/users/update-user", body: { userID, lastName: "x" } }),
    ({ userID }) => userID
  ],
  "users.invite companyID": [
    (id) => ({ method: "POST", path: `/users/send-invitation?companyID=${id}`, body: { userID: 1 } }),
    ({ companyID }) => companyID
  ],
  "users.invite userID": [
    (userID) => ({ method: "POST", path: "/users/send-invitation", body: { userID } }),
    ({ userID }) => userID
  ]
}

/** Inputs of these calls that name nothing of a company, and why. */
export const teamHarmless: Readonly<Record<string, string>> = {
  "account.confirmEmail uid": "256 random bits, known to its user alone",
  "users.add userID": "0 in the documents, and not read: a new user has no id yet",
  "users.add roleID": "a role of the one table there is",
  "users.update roleID": "the same",
  "users.add facilityAllIDs": "a switch: all facilities of the company the guard knows",
  "users.update facilityAllIDs": "the same",
  "users.update facilityIDs": "refused as in users.add, by the same rule; tried in users.test.ts"
}
