import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { expect, it, onTestFinished } from "vitest"
import { NotificationEntryType, RevealNotificationPreference } from "#core/automations/messages.ts"
import { Role } from "#core/auth/roles.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { usualHomes } from "../support/databases.ts"
import { emailOf, makeCompany, makeFacility, makeLock, userIn } from "../support/fixture.ts"
import { connectClient, dataOf, signIn } from "./load.ts"
import { startProcess } from "./serverProcess.ts"
import { onStorage, openStorage } from "./storage.ts"

const serial = "10000001"

it.each(usualHomes)(
  "$name: a server killed after a reveal and before its emails were stored sends them once after a restart",
  async (home) => {
    const storage = await openStorage(home)
    onTestFinished(() => storage.dispose())
    const sql = <A>(use: (sql: SqlClient.SqlClient) => Effect.Effect<A, unknown>) =>
      onStorage(storage.options, Effect.flatMap(SqlClient.SqlClient, use))
    await onStorage(
      storage.options,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { companyID, users } = yield* makeCompany("acme")
        const facilityID = yield* makeFacility(companyID, "Maple St")
        yield* makeLock({ companyID, facilityID, serial, code: "9142", status: LockStatus.id.AssignedOverlock })
        yield* sql`
          INSERT INTO facility_notifications (company_id, facility_id, user_id, notification_type, preference, created_at)
          VALUES (${companyID}, ${facilityID}, ${userIn(users, Role.id.Owner)},
            ${NotificationEntryType.id.RevealUnlockCode}, ${RevealNotificationPreference.id.Email}, now())`
        // No email can be stored before the server is killed.
        yield* sql`ALTER TABLE outbox RENAME TO outbox_away`
      })
    )
    const killed = await startProcess(storage.options)
    const client = connectClient(killed.address)
    onTestFinished(() => client.close())
    const worker = await signIn(client, Role.id.Admin)
    expect((await client.reveal(worker, serial)).answer).toMatchObject({ status: 200 })
    await killed.end("SIGKILL")
    await sql((sql) => sql`ALTER TABLE outbox_away RENAME TO outbox`)

    const server = await startProcess(storage.options)
    const next = connectClient(server.address)
    onTestFinished(() => next.close())
    const { token } = await signIn(next, Role.id.Owner)
    const mails = async () => {
      const rows = dataOf<ReadonlyArray<{ to: string; subject: string }>>(await next.call("/api/outbox", token))
      return rows.map(({ to, subject }) => [to, subject])
    }
    const mail = [emailOf("acme", Role.id.Owner), `Combination of lock ${serial} revealed at Maple St`]
    await expect.poll(mails, { timeout: 20_000 }).toEqual([mail])
    await server.end("SIGTERM")
    expect(await sql((sql) => sql`SELECT FROM reveals WHERE notifies`)).toEqual([])
  },
  120_000
)
