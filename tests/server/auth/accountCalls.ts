import type { Row } from "./callTable.ts"

/** The calls about the user's own account (002 §7): a session is enough, and an emailed link needs none. */
export const accountCalls: Readonly<Record<string, Row>> = {
  "account.updateName": {
    needs: "session",
    method: "PUT",
    path: "/auth/update-name",
    body: { firstName: "", lastName: "" },
    answers: [422, "AccountRefused"]
  },
  "account.updateEmail": {
    needs: "session",
    method: "PUT",
    path: "/auth/update-email",
    body: { email: "", confirmEmail: "" },
    answers: [422, "AccountRefused"]
  },
  "account.updatePassword": {
    needs: "session",
    method: "PUT",
    path: "/auth/update-password",
    body: { password: "x", confirmPassword: "x" },
    answers: [422, "PasswordRefused"]
  },
  "account.confirmEmail": {
    needs: "anybody",
    method: "PUT",
    path: "/auth/confirm-email",
    body: { uid: "x" },
    answers: [410, "LinkExpired"]
  }
}
