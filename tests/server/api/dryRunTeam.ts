import type { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { Role } from "#core/auth/roles.ts"
import type { Trial } from "./dryRunPlace.ts"

type RunSql = <A>(use: (sql: SqlClient.SqlClient) => Effect.Effect<A, unknown>) => Promise<A>

const nowhere = 999_999

/** Trials of the commands for team users and accounts, by an Owner of acme. `company` is filled in before the trials run. */
export const teamTrials = (
  sql: RunSql,
  company: { readonly acme: number },
  imported: (state?: "planned" | "applying") => Promise<{ readonly import: number }>
): Readonly<Record<string, ReadonlyArray<Trial>>> => {
  let next = 0
  const email = () => `trial${(next += 1)}@acme.example.com`
  const user = async (facts: { readonly active?: boolean; readonly joined?: boolean } = {}) => {
    const { active = true, joined = true } = facts
    const [row] = await sql(
      (sql) => sql<{ id: number }>`
        INSERT INTO users (company_id, email, first_name, last_name, role_id, is_active, password_hash, created_at)
        VALUES (${company.acme}, ${email()}, 'Trial', 'Person', ${Role.id.Personnel}, ${active},
          ${joined ? "none" : null}, now()) RETURNING user_id AS id`
    )
    return { userID: row?.id ?? 0 }
  }
  const named = { firstName: "Dana", lastName: "Reyes", role: Role.id.Personnel }
  return {
    "users.add": [
      { input: () => ({ ...named, email: email() }) },
      { input: () => ({ ...named, email: "admin@acme.example.com" }), refused: "EmailInUse" },
      { input: () => ({ ...named, email: "nobody" }), refused: "UserRefused" }
    ],
    "users.edit": [
      { input: async () => ({ ...(await user()), role: Role.id.CallCenterAgent, email: email() }) },
      { input: async () => ({ ...(await user()), email: "admin@acme.example.com" }), refused: "EmailInUse" },
      { input: () => ({ userID: nowhere, lastName: "Nobody" }), refused: "UserNotFound" }
    ],
    "users.activate": [{ input: () => user({ active: false }) }, { input: () => user() }],
    "users.deactivate": [{ input: () => user() }],
    "account.name": [
      { input: () => ({ firstName: "Olive", lastName: `Owner ${(next += 1)}` }) },
      { input: () => ({ firstName: "", lastName: "x" }), refused: "AccountRefused" }
    ],
    "account.email": [
      { input: () => ({ email: email() }) },
      { input: () => ({ email: "admin@acme.example.com" }), refused: "EmailInUse" }
    ],
    "userImports.map": [
      { input: async () => ({ ...(await imported()), mapping: ["email", null, null, null] }) },
      { input: () => ({ import: nowhere, mapping: [null] }), refused: "ImportNotFound" }
    ],
    "userImports.fix": [
      { input: async () => ({ ...(await imported()), row: 2, cells: [{ column: 1, text: "Bea" }] }) }
    ],
    "userImports.commit": [
      { input: () => imported() },
      { input: () => ({ import: nowhere }), refused: "ImportNotFound" }
    ],
    "userImports.resume": [{ input: () => imported("applying") }],
    "userImports.cancel": [{ input: () => imported() }],
    "users.invite": [{ input: () => user({ joined: false }) }, { input: () => user(), refused: "InvitationRefused" }]
  }
}
