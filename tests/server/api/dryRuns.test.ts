import { HttpApi } from "effect/http-api"
import { describe, expect, it } from "vitest"
import { Api } from "#core/api/Api.ts"
import { dryRunMode, type DryRunMode } from "#core/auth/DryRun.ts"
import { commands } from "#core/commands/registry.ts"
import { usualHomes } from "../../support/databases.ts"
import { useDryRunPlace } from "./dryRunPlace.ts"

/** The dry-run mode of each call that changes something. */
const modes = new Map<string, DryRunMode>()
const calls: Array<{ readonly ref: string; readonly method: string; readonly path: string }> = []
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ group, endpoint }) => {
    if (endpoint.method === "GET") return
    const ref = `${group.identifier}.${endpoint.identifier}`
    modes.set(ref, dryRunMode(endpoint))
    calls.push({ ref, method: endpoint.method, path: endpoint.path })
  }
})

/** Calls without a session, which never have a dry run. */
const withoutSession = new Set([
  "auth.login",
  "auth.forgotPassword",
  "auth.updatePasswordWithToken",
  "account.confirmEmail"
])

const isForReal = (ref: string): boolean => modes.get(ref) === "none" || withoutSession.has(ref)

/** Commands that change something and can be run on their own. */
const changing = commands.filter(
  ({ risk, does }) => (risk === "changes" || risk === "dangerous") && does.call !== undefined && "run" in does
)
const tried = changing.filter(({ does }) => !isForReal(does.call ?? ""))

describe.each(usualHomes)("dry runs, on $name", (home) => {
  const place = useDryRunPlace(home)

  it("are tested for every command that changes something", () => {
    expect(Object.keys(place.trials).toSorted()).toEqual(tried.map(({ id }) => id).toSorted())
  })

  const cases = tried.flatMap(({ id }) =>
    (place.trials[id] ?? []).map((trial, nth) => [`${id} ${trial.refused ?? nth + 1}`, id, trial] as const)
  )
  it.each(cases)("of %s return the same as the real run, and change nothing", async (_, id, trial) => {
    const input = await trial.input()
    const token = (await trial.as?.()) ?? place.owner()
    await place.idle()
    const before = { rows: await place.rows(), heard: await place.allHeard() }
    const dry = await place.outcomeOf(id, input, token, true)
    expect(await place.rows()).toEqual(before.rows)
    // The mark adds one event.
    expect(await place.allHeard()).toEqual(before.heard.map((count, nth) => (nth === 0 ? count + 1 : count)))
    const run = await place.outcomeOf(id, input, token, false)
    if (id === "locks.activateBatch" && "done" in run) {
      // The dry run returns the plan, in which no lock is written yet.
      expect(dry).toMatchObject({ done: { success: true } })
    } else if (id === "fms.test" && "done" in run) {
      // The real run continues while the response is built, and may already be done.
      const { data, ...rest } = run.done as { readonly data: object }
      expect(dry).toEqual({ done: { ...rest, data: { ...data, done: 0, failed: 0 } } })
    } else expect(dry).toEqual(run)
    expect("refused" in run ? (run.refused as { readonly _tag: string })._tag : undefined).toBe(trial.refused)
  })

  it("are refused by calls that can't be rolled back", async () => {
    const before = await place.rows()
    for (const { ref, method, path } of calls.filter((call) => isForReal(call.ref))) {
      const address = `/api${path.replace(/^\/api/, "").replace(/:\w+/g, "1")}?dryRun=true`
      const answer = await place.server().fetch(address, { method, token: place.keeper(), body: {} })
      expect([ref, answer.status, answer.json], answer.text).toMatchObject([
        ref,
        400,
        { code: "Malformed", data: { issues: [{ path: "dryRun", message: "This call has no dry run" }] } }
      ])
    }
    expect(await place.rows()).toEqual(before)
  })

  it("are requested by dryRun=true only", async () => {
    const body = { lockID: await place.lock(), color: -256 }
    for (const value of ["1", "false", "true&dryRun=true", ""]) {
      const answer = await place.server().fetch(`/api/locks/update-lock?dryRun=${value}`, {
        method: "PUT",
        token: place.owner(),
        body
      })
      expect([value, answer.status]).toEqual([value, 400])
    }
    const [row] = await place.sql(
      (sql) => sql<{ color: number }>`SELECT color FROM locks WHERE lock_id = ${body.lockID}`
    )
    expect(row?.color).not.toBe(-256)
    const shown = await place.server().fetch(`/api/locks/${body.lockID}?dryRun=1`, { token: place.owner() })
    expect(shown.status).toBe(200)
  })

  it("leave the audit log and its witness intact", async () => {
    const { data } = await place.server().call(place.owner(), (api) => api.audit.verify({ query: {} }))
    expect(data.broken).toBeNull()
  })
})
