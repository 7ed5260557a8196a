import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { type CompanyId, FacilityId, JobId, LockId, NoticeId, UserId } from "#core/base/ids.ts"
import { Hub } from "#server/hub/Hub.ts"
import { LiveEvents } from "#server/live/LiveEvents.ts"
import { connectHub } from "#web/sync/connectHub.ts"
import { listen } from "#web/sync/hubMessages.ts"
import { LiveHub } from "#web/sync/LiveHub.ts"
import { Effect } from "effect"
import { DelayingProxy } from "../support/DelayingProxy.ts"
import { eventually } from "./eventually.ts"
import { handTimer } from "./handTimer.ts"
import { startSyncServer, type SyncServer } from "./syncServer.ts"

const admin = Role.id.Admin

describe("the live hub connection", () => {
  let server: SyncServer
  let proxy: DelayingProxy
  beforeAll(async () => {
    server = await startSyncServer()
    proxy = await DelayingProxy.open(server.address)
  })
  afterAll(async () => {
    await proxy.close()
    await server.close()
  })

  const open: Array<LiveHub> = []
  afterEach(async () => {
    await Promise.all(open.map((hub) => hub.stop()))
    open.length = 0
    proxy.reset()
  })

  /** A user's tab: its hub, its timer, and the events it received. */
  const tab = async (company = "acme") => {
    const token = await server.enter(company, admin)
    const { data: user } = await server.call(token, (client) => client.auth.user({ query: {} }))
    const timer = handTimer()
    const received: Array<unknown> = []
    const invoked: Array<ReadonlyArray<unknown>> = []
    let joined = 0
    let asked = 0
    let connects = 0
    const hub = new LiveHub({
      connect: async (polls) => {
        connects++
        const connection = await connectHub(user.userID, () => token, polls, proxy.address)
        if (proxy.collects) connection.serverTimeoutInMilliseconds = 500
        // Records the call and makes it.
        const invoke = connection.invoke.bind(connection)
        connection.invoke = (method, ...args) => {
          invoked.push([method, ...args])
          return invoke(method, ...args)
        }
        listen(connection, {
          changed: (topic, facts) => received.push([topic, facts]),
          notice: ({ kind, text }) => received.push([kind, text])
        })
        return connection
      },
      token: () => token,
      after: timer.after,
      joined: () => joined++,
      stillSignedIn: async () => {
        asked++
        return (await server.fetch("/api/auth/user", { token })).status !== 401
      }
    })
    open.push(hub)
    return {
      hub,
      token,
      user,
      timer,
      received,
      invoked,
      joined: () => joined,
      asked: () => asked,
      connects: () => connects,
      /** Waits for a state. */
      is: (state: LiveHub["state"]) => eventually(() => hub.state).toBe(state),
      waits: (delay: number) => eventually(() => timer.waiting()).toEqual([delay])
    }
  }
  const tell = (companyID: CompanyId, event: Parameters<LiveEvents["Service"]["tell"]>[1]) =>
    server.run(Effect.flatMap(LiveEvents, (live) => live.tell(companyID, event)))

  it("joins the company's group and receives its events and notices, and no others", async () => {
    const [acme, birch] = [await tab("acme"), await tab("birch")]
    acme.hub.start()
    birch.hub.start()
    await acme.is("live")
    await birch.is("live")
    expect([acme.joined(), birch.joined()]).toEqual([1, 1])
    await tell(birch.user.companyID, { event: "updateLock", lockIDs: [LockId.make(9)] })
    await tell(acme.user.companyID, { event: "updateLock", lockIDs: [LockId.make(1), LockId.make(2)] })
    await tell(acme.user.companyID, { event: "updateFacility", facilityIDs: [FacilityId.make(3)] })
    await tell(acme.user.companyID, { event: "updateUser", userIDs: [UserId.make(4)] })
    await tell(acme.user.companyID, {
      event: "importFacilityProgress",
      importID: JobId.make(7),
      percent: 50,
      done: 1,
      total: 2
    })
    await tell(acme.user.companyID, { event: "notifyWarning", noticeID: NoticeId.make(5), message: "Mind the gap." })
    await tell(acme.user.companyID, { event: "notifySuccess", noticeID: NoticeId.make(6), message: "Done." })
    await expect
      .poll(() => acme.received)
      .toEqual([
        ["locks", { lockIDs: [1, 2] }],
        ["facilities", { facilityIDs: [3] }],
        ["users", { userIDs: [4] }],
        ["imports", { importID: 7, percent: 50, done: 1, total: 2 }],
        ["warning", "Mind the gap."],
        ["success", "Done."]
      ])
    expect(birch.received).toEqual([["locks", { lockIDs: [9] }]])
  })

  it("asks for messages again and again behind a proxy without WebSockets that collects the messages of event streams", async () => {
    proxy.collects = true
    const one = await tab()
    one.hub.start()
    await one.is("off")
    await one.waits(1000)
    one.timer.fire()
    await one.is("live")
    await tell(one.user.companyID, { event: "updateLock", lockIDs: [LockId.make(7)] })
    await eventually(() => one.received).toEqual([["locks", { lockIDs: [7] }]])
    expect(one.connects()).toBe(2)
  })

  it("is retried after 1, 2 and 3 s when it is lost, then once a minute, and joins again when it is back", async () => {
    const one = await tab()
    one.hub.start()
    await one.is("live")
    proxy.loseHub()
    await one.is("off")
    for (const delay of [1000, 2000, 3000, 60_000, 60_000]) {
      await one.waits(delay)
      one.timer.fire()
    }
    await one.waits(60_000)
    expect(one.asked()).toBe(6)
    proxy.findHub()
    one.timer.fire()
    await one.is("live")
    expect(one.joined()).toBe(2)
    await tell(one.user.companyID, { event: "updateLock", lockIDs: [LockId.make(7)] })
    await eventually(() => one.received).toEqual([["locks", { lockIDs: [7] }]])
    // After a success, the delays start over.
    proxy.loseHub()
    await one.waits(1000)
  })

  it("is retried immediately when there is a reason to", async () => {
    const one = await tab()
    proxy.loseHub()
    one.hub.start()
    for (const delay of [1000, 2000, 3000]) {
      await one.waits(delay)
      one.timer.fire()
    }
    await one.waits(60_000)
    proxy.findHub()
    one.hub.retry()
    await one.is("live")
    expect(one.timer.waiting()).toEqual([])
  })

  it("checks the session when the server ends it, and stops retrying when signed out", async () => {
    const one = await tab()
    one.hub.start()
    await one.is("live")
    await server.call(one.token, (client) => client.auth.logout())
    await one.is("off")
    await eventually(one.asked).toBe(1)
    expect(one.connects()).toBe(1)
    expect(one.timer.waiting()).toEqual([])
  })

  it("leaves the group when it is stopped, and stays disconnected", async () => {
    const [one, other] = [await tab(), await tab()]
    one.hub.start()
    other.hub.start()
    await one.is("live")
    await other.is("live")
    await one.hub.stop()
    expect(one.hub.state).toBe("idle")
    expect(one.invoked).toEqual([
      ["joinCompanyGroup", one.token],
      ["leaveCompanyGroup", one.token]
    ])
    await tell(one.user.companyID, { event: "updateLock", lockIDs: [LockId.make(1)] })
    await eventually(() => other.received.length).toBe(1)
    expect([one.received, one.asked(), one.timer.waiting()]).toEqual([[], 0, []])
  })

  it("can be stopped while it is connecting, and started again", async () => {
    const one = await tab()
    one.hub.start()
    const stopped = one.hub.stop()
    one.hub.start()
    await stopped
    await one.is("live")
    await one.hub.stop()
    expect(one.hub.state).toBe("idle")
    await eventually(() => server.run(Effect.flatMap(Hub, (hub) => hub.connections))).toBe(0)
  })
})
