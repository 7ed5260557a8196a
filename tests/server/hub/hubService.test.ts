import { HubConnectionState } from "@microsoft/signalr"
import { describe, expect, it } from "vitest"
import { CompanyId } from "#core/base/ids.ts"
import { HubRelay } from "#server/hub/HubRelay.ts"
import { connect, listen, people, transports, until } from "./hubHarness.ts"
import { makeSessions, serve } from "./serviceHarness.ts"

const { ann, bob, eve } = people
const everybody = [ann, bob, eve]

describe.each(transports)("the hub service over $name", ({ transport }) => {
  it("sends no one the events of another company", async () => {
    const { closeSession, publish, url } = await serve(makeSessions(everybody).layer, HubRelay.layerLocal)
    const clients = await Promise.all(everybody.map((person) => connect(url, { transport, person })))
    const heard = clients.map((client) => listen(client, "updateLock"))
    const [annClient, bobClient, eveClient] = clients as [(typeof clients)[0], (typeof clients)[0], (typeof clients)[0]]
    await publish({ companyID: CompanyId.make(10), target: "updateLock", args: ["before anybody joined"] })
    for (const [index, client] of clients.entries()) await client.invoke("joinCompanyGroup", everybody[index]?.token)

    await publish({ companyID: CompanyId.make(10), target: "updateLock", args: [{ lockIDs: [1] }] })
    await publish({ companyID: CompanyId.make(20), target: "updateLock", args: [{ lockIDs: [2] }] })
    await publish({
      companyID: CompanyId.make(10),
      userID: bob.userID,
      target: "updateLock",
      args: ["bob alone"]
    })
    await publish({
      companyID: CompanyId.make(20),
      userID: bob.userID,
      target: "updateLock",
      args: ["bob is not here"]
    })
    await publish({ companyID: CompanyId.make(1), target: "updateLock", args: ["a prefix of 10"] })
    for (const client of clients) await expect(client.invoke("nothing")).rejects.toThrow("Unknown hub method.")
    expect(heard).toEqual([[[{ lockIDs: [1] }]], [[{ lockIDs: [1] }], ["bob alone"]], [[{ lockIDs: [2] }]]])

    await annClient.invoke("leaveCompanyGroup", ann.token)
    await publish({ companyID: CompanyId.make(10), target: "updateLock", args: ["after ann left"] })
    await closeSession(bob.sessionId, "Log out of all devices.")
    await until("bob is out", () => bobClient.state === HubConnectionState.Disconnected)
    expect(heard[0]).toHaveLength(1)
    expect(heard[1]).toHaveLength(3)
    expect(eveClient.state).toBe(HubConnectionState.Connected)
  })

  it("refuses a wrong token in a completion without joining, and logs no token", async () => {
    const { logs, publish, url } = await serve(makeSessions([ann, eve]).layer, HubRelay.layerLocal)
    const client = await connect(url, { transport })
    const heard = listen(client, "updateLock")
    for (const token of [bob.token, "", null, 7, { token: ann.token }, "x".repeat(5000)]) {
      await expect(client.invoke("joinCompanyGroup", token)).rejects.toThrow(
        /^The token provided is expired or invalid\.$/
      )
      await expect(client.invoke("leaveCompanyGroup", token)).rejects.toThrow("expired or invalid")
    }
    await expect(client.invoke("joinCompanyGroup")).rejects.toThrow("expired or invalid")
    await publish({ companyID: CompanyId.make(10), target: "updateLock", args: [1] })
    await client.invoke("joinCompanyGroup", ann.token)
    await publish({ companyID: CompanyId.make(10), target: "updateLock", args: [2] })
    await until("the second arrived", () => heard.length > 0)
    expect(heard).toEqual([[2]])
    expect(logs.some((line) => line.includes("Hub connection connected"))).toBe(true)
    for (const { token } of everybody) expect(logs.join()).not.toContain(token)
  })
})

describe("a connection and the tokens it joins with", () => {
  it("receives only the company of the last token, and ends with that token's session", async () => {
    const { closeSession, connections, publish, url } = await serve(makeSessions(everybody).layer, HubRelay.layerLocal)
    const client = await connect(url)
    const heard = listen(client, "updateLock")
    await client.invoke("joinCompanyGroup", ann.token)
    await client.invoke("joinCompanyGroup", eve.token)
    await publish({ companyID: CompanyId.make(10), target: "updateLock", args: ["left behind"] })
    await publish({ companyID: CompanyId.make(20), target: "updateLock", args: ["heard"] })
    // A token of another session, so there is nothing to leave.
    await client.invoke("leaveCompanyGroup", ann.token)
    await publish({ companyID: CompanyId.make(20), target: "updateLock", args: ["heard still"] })
    await until("both arrived", () => heard.length === 2)
    expect(heard).toEqual([["heard"], ["heard still"]])
    await closeSession(eve.sessionId, "Signed out.")
    await until("it is closed", () => client.state === HubConnectionState.Disconnected)
    expect(await connections()).toBe(0)
  })

  it("joins nothing if the session ends while its token is checked", async () => {
    const sessions = makeSessions(everybody)
    const { closeSession, publish, url } = await serve(sessions.layer, HubRelay.layerLocal)
    const client = await connect(url)
    const heard = listen(client, "updateLock")
    sessions.hold()
    const joining = client.invoke("joinCompanyGroup", eve.token)
    await until("it is being checked", () => sessions.held() === 1)
    await closeSession(eve.sessionId, "Signed out.")
    sessions.release()
    await expect(joining).rejects.toThrow("expired or invalid")
    await publish({ companyID: CompanyId.make(20), target: "updateLock", args: ["not heard"] })
    await expect(client.invoke("joinCompanyGroup", ann.token)).resolves.not.toThrow()
    expect(heard).toEqual([])
  })

  it("is closed within a minute if its session ended silently", async () => {
    const sessions = makeSessions(everybody)
    const { url } = await serve(sessions.layer, HubRelay.layerLocal, { sessionCheckMillis: 20 })
    const client = await connect(url)
    const bobClient = await connect(url, { person: bob })
    const reason = new Promise<Error | undefined>((resolve) => client.onclose(resolve))
    sessions.end(ann.sessionId)
    expect((await reason)?.message).toContain("The session has ended.")
    expect(bobClient.state).toBe(HubConnectionState.Connected)
  })

  it("is asked to reconnect when the server stops, and finds its successor", async () => {
    const sessions = makeSessions(everybody)
    const first = await serve(sessions.layer, HubRelay.layerLocal)
    const second = await serve(sessions.layer, HubRelay.layerLocal)
    const client = await connect(first.url, { automaticReconnect: true })
    client.onreconnecting(() => {
      client.baseUrl = second.url
    })
    const reconnected = new Promise((resolve) => client.onreconnected(resolve))
    await first.stop()
    await reconnected
    expect(await second.connections()).toBe(1)
    expect(client.state).toBe(HubConnectionState.Connected)
  })
})
