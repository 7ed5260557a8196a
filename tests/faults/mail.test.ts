import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { expect, it, onTestFinished } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { headerOf, PostOffice } from "../server/mail/PostOffice.ts"
import { usualHomes } from "../support/databases.ts"
import { emailOf, password } from "../support/fixture.ts"
import { startProcess } from "./serverProcess.ts"
import { onStorage, openStorage, stock, workers } from "./storage.ts"

/** In each round, the server is killed after the provider has a message's text and before it responds. */
const rounds = 2

const times = { every: 20, firstWait: 50, longestWait: 100, lease: 200, attempts: 100 }

it.each(usualHomes)(
  "$name: a server killed while sending a message sends it after a restart, with the same Message-ID",
  async (home) => {
    const post = await PostOffice.open()
    onTestFinished(() => post.close())
    const storage = await openStorage(home)
    onTestFinished(() => storage.dispose())
    await onStorage(storage.options, stock(0))
    const smtp = { url: `smtp://127.0.0.1:${post.port}`, from: "Lockdesk <no-reply@lockdesk.example>", times }

    for (let round = 0; round < rounds; round++) {
      const server = await startProcess({ ...storage.options, smtp })
      const killed = Promise.withResolvers<void>()
      // The provider accepts the message anyway, but the server is gone.
      post.atText = async () => {
        post.atText = () => Promise.resolve()
        await server.end("SIGKILL")
        killed.resolve()
      }
      const role = workers[round % workers.length] ?? Role.id.Admin
      const path = `/api/auth/forgot-password?resetLink=${encodeURIComponent(`${server.address}/setpassword`)}`
      const asked = fetch(server.address + path, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: emailOf("acme", role) })
      })
      expect((await asked).status).toBe(200)
      await killed.promise
    }

    const server = await startProcess({ ...storage.options, smtp })
    const ids = () => post.arrived.map((mail) => headerOf(mail, "Message-ID"))
    const signIn = await fetch(`${server.address}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: emailOf("acme", Role.id.SiteAdmin), password })
    })
    const { data } = (await signIn.json()) as { data: { token: string } }
    const states = async () => {
      const answer = await fetch(`${server.address}/api/outbox`, { headers: { authorization: data.token } })
      return ((await answer.json()) as { data: ReadonlyArray<{ state: string }> }).data.map(({ state }) => state)
    }
    const allSent = Array.from({ length: rounds }, () => "sent")
    await expect.poll(states, { timeout: 30_000 }).toEqual(allSent)
    await server.end("SIGTERM")
    const rows = await onStorage(
      storage.options,
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ state: string; message_id: string }>`SELECT state, message_id FROM outbox ORDER BY mail_id`
      )
    )
    expect(rows.map(({ state }) => state)).toEqual(allSent)
    expect(new Set(ids())).toEqual(new Set(rows.map(({ message_id: id }) => id)))
  },
  180_000
)
