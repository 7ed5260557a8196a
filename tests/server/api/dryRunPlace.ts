import { type HubConnection, HubConnectionBuilder, LogLevel } from "@microsoft/signalr"
import { Cause, Effect, Exit, Schema } from "effect"
import { afterAll, beforeAll } from "vitest"
import { ApiClient } from "#core/api/ApiClient.ts"
import { asDryRun } from "#core/auth/DryRun.ts"
import { Role } from "#core/auth/roles.ts"
import { CompanyId, FacilityId, type FmsRunId, type JobId, LockId, UserId } from "#core/base/ids.ts"
import { commands } from "#core/commands/registry.ts"
import { hubEvents, type HubEventName } from "#core/live/LiveEvent.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { JobRuns } from "#server/jobs/JobRuns.ts"
import { LiveEvents } from "#server/live/LiveEvents.ts"
import type { TestHome } from "../../support/databases.ts"
import { laterIds, makeCompany, makeFacility, makeLock, makeRegistered, userIn } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { listen, until } from "../hub/hubHarness.ts"
import { keyTrials } from "./dryRunKeys.ts"
import { teamTrials } from "./dryRunTeam.ts"
import { transferTrials } from "./dryRunTransfers.ts"
import { undoTrials } from "./dryRunUndo.ts"
import { webhookTrials } from "./dryRunWebhooks.ts"
import { plain } from "./plainFacts.ts"
import { settingsTrials } from "./dryRunSettings.ts"
import { subdomainTrials } from "./dryRunSubdomains.ts"
import { tableSums } from "./tableSums.ts"

/** One trial of a command: its input, created right before, and the expected failure, if any. */
export interface Trial {
  readonly input: () => unknown
  readonly refused?: string
  /** The session to use; the owner of acme by default. */
  readonly as?: () => Promise<string>
}

/** A command's `run` without its types. */
const runOf = (id: string) => {
  const does: object = commands.find((command) => command.id === id)?.does ?? {}
  return (does as { readonly run: (input: unknown) => Effect.Effect<unknown, unknown, ApiClient> }).run
}

const events = Object.keys(hubEvents) as ReadonlyArray<HubEventName>
const isDone = Schema.is(Schema.Struct({ runID: Schema.Int, state: Schema.Literal("done") }))

/** A server, a company with data to change, and the trials of each command. */
export const useDryRunPlace = (home: TestHome) => {
  let server: TestServer
  let owner = ""
  let keeper = ""
  let nextSerial = 30_000_000
  let nextName = 0
  const at = laterIds(FacilityId, "maple", "oak", "full")
  const company = laterIds(CompanyId, "acme", "other")
  const people = laterIds(UserId, "owner", "admin")
  let hub: HubConnection
  let heard: ReadonlyArray<ReadonlyArray<ReadonlyArray<unknown>>> = []

  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const acme = yield* makeCompany("acme")
        const other = yield* makeCompany("other")
        company.acme = acme.companyID
        company.other = other.companyID
        people.owner = userIn(acme.users, Role.id.Owner)
        people.admin = userIn(acme.users, Role.id.Admin)
        at.maple = yield* makeFacility(acme.companyID, "Maple St")
        at.oak = yield* makeFacility(acme.companyID, "Oak Ave")
      }),
      // No background work may run between a dry run and the real run.
      { publicAddress: "https://desk.example.com", webhooks: { every: Number.POSITIVE_INFINITY } }
    )
    owner = await server.enter("acme", Role.id.Owner)
    keeper = await server.enter("acme", Role.id.SuperAdmin)
    hub = new HubConnectionBuilder()
      .withUrl(`${server.address}/api/hub`, { accessTokenFactory: () => owner })
      .configureLogging(LogLevel.None)
      .build()
    await hub.start()
    heard = events.map((event) => listen(hub, event))
    await hub.invoke("joinCompanyGroup", owner)
  })
  afterAll(async () => {
    await hub.stop()
    await server.close()
  })

  const sql: TestServer["sql"] = (use) => server.sql(use)
  const rows = () => sql(tableSums)
  /** The number of hub events received so far. Sends a mark and waits for it, so that all earlier events have arrived. */
  let marks = 0
  const allHeard = async () => {
    const mark = -(marks += 1)
    await server.run(
      Effect.flatMap(LiveEvents, (live) => live.tell(company.acme, { event: "updateLock", lockIDs: [mark as LockId] }))
    )
    await until("the mark", () => JSON.stringify(heard[0]?.at(-1) ?? null).includes(String(mark)))
    return heard.map((one) => one.length)
  }

  const hasEnded = (runID: FmsRunId) =>
    heard[events.indexOf("updateFmsTests")]?.some(([facts]) => isDone(facts) && facts.runID === runID) === true

  /** Waits until all background work is done. */
  const idle = async () => {
    for (;;) {
      const begun = await sql((sql) => sql<{ id: JobId }>`SELECT number AS id FROM jobs`)
      // A job sends its notice after its last row.
      for (const { id } of begun) await server.run(Effect.flatMap(JobRuns, (runs) => runs.ended(company.acme, id)))
      const [open] = await sql(
        (sql) => sql<{ n: number }>`
          SELECT (SELECT count(*) FROM jobs WHERE state = 'applying' AND runs_until IS NOT NULL)::int
            + (SELECT count(*) FROM fms_runs WHERE state = 'running')::int AS n`
      )
      const ended = await sql(
        (sql) => sql<{ id: FmsRunId }>`
          SELECT run_id AS id FROM fms_runs WHERE company_id = ${company.acme} AND state = 'done'`
      )
      // The event about a run's end is sent after the run is marked done.
      if (open?.n === 0 && ended.every(({ id }) => hasEnded(id))) return
    }
  }

  const outcomeOf = async (id: string, input: unknown, token: string, dryRun: boolean) => {
    const exit = await server.call(token, (client) => {
      const made = Effect.provideService(runOf(id)(input), ApiClient, client)
      return Effect.exit(dryRun ? asDryRun(made) : made)
    })
    return Exit.isSuccess(exit) ? { done: plain(exit.value) } : { refused: plain(Cause.squash(exit.cause)) }
  }

  const serial = () => String((nextSerial += 1))
  const registered = async (batch?: string) => {
    const made = serial()
    await server.run(makeRegistered(made, "0042"))
    if (batch !== undefined) await sql((sql) => sql`UPDATE registry SET batch = ${batch} WHERE serial = ${made}`)
    return made
  }
  const lock = (facts: { status?: 1001 | 1003 | 1004 | 1006; unit?: string; facilityID?: FacilityId | null } = {}) =>
    server.run(
      makeLock({
        companyID: company.acme,
        facilityID: at.maple,
        serial: serial(),
        code: "1234",
        status: 1001,
        ...facts
      })
    )
  const facility = (name = `Place ${(nextName += 1)}`) => server.run(makeFacility(company.acme, name))
  const job = async (state: "receiving" | "applying") => {
    const { data } = await server.call(owner, (api) =>
      api.jobs.activate({
        query: {},
        payload: { source: "box", fingerprint: `job-${(nextName += 1)}-of-this-test`, facilityID: at.maple }
      })
    )
    const serialCode = await registered()
    const { jobID } = data
    const request = { params: { id: jobID }, query: {} }
    await server.call(owner, (api) => api.jobs.addRows({ ...request, payload: { rows: [{ row: 1, serialCode }] } }))
    if (state === "applying") await sql((sql) => sql`UPDATE jobs SET state = 'applying' WHERE number = ${jobID}`)
    return { job: jobID }
  }
  const importedBy = async (
    command: "facilities.import" | "users.import",
    text: string,
    state: "planned" | "applying"
  ) => {
    const file = new File([text], `file${nextName}.csv`)
    const answer = await server.call(owner, (client) =>
      Effect.provideService(runOf(command)({ file }), ApiClient, client)
    )
    const id = (answer as { readonly data: { readonly importID: JobId } }).data.importID
    if (state === "applying") await sql((sql) => sql`UPDATE jobs SET state = 'applying' WHERE number = ${id}`)
    return { import: id }
  }
  const imported = (state: "planned" | "applying" = "planned") =>
    importedBy("facilities.import", `Facility Name,Units\nImported ${(nextName += 1)},12\n`, state)
  const importedUsers = (state: "planned" | "applying" = "planned") => {
    const row = `imported${(nextName += 1)}@acme.example.com,Ann,Ito,Vendor`
    return importedBy("users.import", `Email,First name,Last name,Role\n${row}\n`, state)
  }
  const report = async () => {
    const returns = [{ lockID: await lock({ status: 1003 }), updateSecondaryLockStatusTo: 1001 as const }]
    const query = { recipientID: people.admin }
    const { data } = await server.call(owner, (api) => api.returns.process({ query, payload: returns }))
    return data.reportId ?? 0
  }

  const nowhere = 999_999
  const one = (lockID: LockId, status: number) => ({ lockID, updateSecondaryLockStatusTo: status })
  const trials: Readonly<Record<string, ReadonlyArray<Trial>>> = {
    "locks.activate": [
      { input: async () => ({ serialCode: await registered(), facilityID: at.maple }) },
      { input: () => ({ serialCode: "99999999", facilityID: at.maple }), refused: "SerialNotFound" },
      {
        input: async () => {
          const serialCode = await registered()
          const payload = { serialCode, facilityID: at.maple }
          await server.call(owner, (api) => api.locks.activate({ query: {}, payload }))
          return { serialCode, facilityID: at.oak }
        },
        refused: "LockAlreadyActive"
      }
    ],
    "locks.setStatus": [
      { input: async () => ({ lockID: await lock(), status: 1004, unit: "B-1" }) },
      { input: async () => ({ lockID: await lock(), status: 1004 }), refused: "UnitRefused" },
      { input: async () => ({ lockID: await lock(), status: 1001 }) }
    ],
    "locks.setUnit": [{ input: async () => ({ lockID: await lock({ status: 1004, unit: "C-1" }), unit: "C-2" }) }],
    "locks.setColor": [{ input: async () => ({ lockID: await lock(), color: -256 }) }],
    "locks.setCode": [{ input: async () => ({ lockID: await lock(), code: "8265" }) }],
    "locks.transfer": [
      { input: async () => ({ lockID: await lock(), facilityID: at.oak }) },
      { input: async () => ({ lockID: await lock(), facilityID: nowhere }), refused: "FacilityNotFound" },
      { input: async () => ({ lockID: await lock(), facilityID: at.maple }) }
    ],
    "locks.undo": [
      {
        input: async () => {
          const payload = { lockID: await lock(), color: -256 } as const
          const { data } = await server.call(owner, (api) => api.lockChanges.update({ query: {}, payload }))
          return { auditSeq: data.undo }
        }
      },
      { input: () => ({ auditSeq: nowhere }), refused: "UndoRefused" }
    ],
    "inventory.assign": [
      { input: async () => ({ lockID: await lock({ facilityID: null }), facilityID: at.maple }) },
      { input: async () => ({ lockID: await lock(), facilityID: at.oak }) },
      { input: async () => ({ lockID: await lock(), facilityID: nowhere }), refused: "FacilityNotFound" }
    ],
    "returns.process": [
      { input: async () => ({ returns: [one(await lock({ status: 1003 }), 1001)], recipient: people.admin }) },
      {
        input: async () => ({ returns: [one(await lock({ status: 1006, unit: "R" }), 1001)], recipient: people.admin }),
        refused: "ReturnsRefused"
      },
      { input: async () => ({ returns: [one(await lock(), 1001)], recipient: people.admin }) }
    ],
    "returns.resend": [
      { input: async () => ({ report: await report(), recipient: people.owner }) },
      { input: () => ({ report: nowhere, recipient: people.owner }), refused: "ReportNotFound" }
    ],
    "locks.activateBatch": [
      {
        input: async () => {
          const batchID = `BOX-${(nextName += 1)}`
          await registered(batchID)
          await registered(batchID)
          return { batchID, facilityID: at.maple }
        }
      },
      { input: () => ({ batchID: "BOX-0", facilityID: at.maple }) },
      {
        input: async () => {
          await registered("BOX-X")
          return { batchID: "BOX-X", facilityID: nowhere }
        },
        refused: "FacilityNotFound"
      }
    ],
    "jobs.plan": [{ input: () => job("receiving") }, { input: () => ({ job: nowhere }), refused: "JobNotFound" }],
    "jobs.apply": [{ input: () => job("receiving") }, { input: () => ({ job: nowhere }), refused: "JobNotFound" }],
    "jobs.resume": [{ input: () => job("applying") }, { input: () => job("receiving"), refused: "JobStateRefused" }],
    "jobs.cancel": [{ input: () => job("receiving") }],
    "jobs.undo": [
      {
        input: async () => {
          const made = await job("receiving")
          await server.call(owner, (api) => api.jobs.apply({ params: { id: made.job }, query: {} }))
          await idle()
          return made
        },
        refused: "UndoRefused"
      }
    ],
    "locks.undoLast": [{ input: async () => ({ lockID: await lock() }), refused: "UndoRefused" }],
    "notices.broadcast": [{ input: () => ({ message: "Tonight", audience: 1 }), as: async () => keeper }],
    "notices.read": [{ input: () => ({}) }],
    "registry.import": [
      {
        input: () => ({ rows: [{ row: 1, serialCode: serial(), unlockCode: "0042" }] }),
        as: async () => keeper
      },
      { input: () => ({ rows: [{ row: 1, serialCode: "1", unlockCode: "0042" }] }), as: async () => keeper }
    ],
    "facilities.create": [
      { input: () => ({ name: `Cedar ${(nextName += 1)}`, phone: "(555) 010-0200" }) },
      { input: () => ({ name: "Maple St", phone: "(555) 010-0200" }), refused: "FacilityNameTaken" }
    ],
    "facilities.edit": [
      { input: async () => ({ facilityID: await facility(), units: 12, phone: "(555) 010-0200" }) },
      {
        input: async () => ({ facilityID: await facility(), name: "Maple St", phone: "(555) 010-0200" }),
        refused: "FacilityNameTaken"
      }
    ],
    "facilities.remove": [
      {
        input: async () => {
          const facilityID = await facility()
          await lock({ facilityID })
          return { facilityID }
        }
      },
      {
        input: async () => {
          const facilityID = await facility()
          await lock({ facilityID, status: 1006, unit: "Z-1" })
          return { facilityID }
        },
        refused: "FacilityInUse"
      }
    ],
    "facilities.api": [{ input: async () => ({ facilityID: await facility(), state: "exclude" }) }],
    "imports.map": [
      { input: async () => ({ ...(await imported()), mapping: ["facilityName", null] }) },
      { input: () => ({ import: nowhere, mapping: [null] }), refused: "ImportNotFound" }
    ],
    "imports.fix": [{ input: async () => ({ ...(await imported()), row: 2, cells: [{ column: 1, text: "13" }] }) }],
    "imports.commit": [{ input: () => imported() }, { input: () => ({ import: nowhere }), refused: "ImportNotFound" }],
    "imports.resume": [{ input: () => imported("applying") }],
    "imports.cancel": [{ input: () => imported() }],
    ...transferTrials({ facility, server: () => server, owner: () => owner, keeper: () => keeper }),
    "support.ticket": [
      { input: () => ({ subject: "Gate", category: "Lock Inquiry", description: "It stays shut.", images: [] }) },
      {
        input: () => ({ subject: "", category: "Lock Inquiry", description: "", images: [] }),
        refused: "TicketRefused"
      }
    ],
    "fms.test": [
      {
        input: async () => {
          const facilityID = await facility()
          await sql(
            (sql) =>
              sql`UPDATE facilities SET management_software = ${Fms.id.Sitelink} WHERE facility_id = ${facilityID}`
          )
          return { facilities: String(facilityID) }
        }
      },
      { input: async () => ({ facilities: String(await facility()) }), refused: "FmsNothingToTest" }
    ],
    ...webhookTrials(
      () => server,
      () => owner
    ),
    ...keyTrials(
      () => server,
      () => owner
    ),
    ...undoTrials(() => ({ server, owner })),
    ...settingsTrials(() => server.enter("other", Role.id.Owner)),
    ...teamTrials(sql, company, importedUsers),
    ...subdomainTrials(() => ({ server, owner, ...at })),
    "automations.unlockDelivered": [
      {
        input: async () => {
          const lockID = await lock({ status: 1004, unit: "D-1" })
          const [row] = await sql((sql) => sql<{ serial: string }>`SELECT serial FROM locks WHERE lock_id = ${lockID}`)
          return { lock: row?.serial ?? "", delivery: `message-${(nextName += 1)}` }
        }
      }
    ]
  }

  return {
    server: () => server,
    owner: () => owner,
    keeper: () => keeper,
    sql,
    rows,
    allHeard,
    idle,
    outcomeOf,
    lock,
    trials
  }
}
