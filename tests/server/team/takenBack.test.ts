import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ApiClient } from "#core/api/ApiClient.ts"
import { Role } from "#core/auth/roles.ts"
import { FacilityId, UserId } from "#core/base/ids.ts"
import { takeBackUser } from "#core/commands/userCommands.ts"
import { userBack } from "#core/team/userRules.ts"
import type { UserEdit } from "#core/team/UserForm.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany, makeFacility, userIn } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

describe.each(usualHomes)("changes of team users, on $name", (home) => {
  let server: TestServer
  let owner = ""
  const at = { user: UserId.make(1), maple: FacilityId.make(1), oak: FacilityId.make(1) }
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const { companyID, users } = yield* makeCompany("acme")
        at.user = userIn(users, Role.id.Personnel)
        at.maple = yield* makeFacility(companyID, "Maple St")
        at.oak = yield* makeFacility(companyID, "Oak Ave")
      })
    )
    owner = await server.enter("acme", Role.id.Owner)
  })
  afterAll(() => server.close())

  const update = (more: Omit<UserEdit, "userID">) =>
    server.call(owner, (api) => api.users.update({ query: {}, payload: { userID: at.user, ...more } }))
  const now = async () =>
    (await server.call(owner, (api) => api.users.list({ query: {} }))).data.find(({ userID }) => userID === at.user)

  it("are undone completely, and leave everything else unchanged", async () => {
    const changes: ReadonlyArray<Omit<UserEdit, "userID">> = [
      { firstName: "Dee", lastName: "Rey", email: "dee@acme.example.com" },
      { roleID: Role.id.Vendor },
      { facilityIDs: [at.maple], facilityAllIDs: false },
      { isActive: false }
    ]
    for (const change of changes) {
      const before = await now()
      const answer = await update(change)
      expect(answer.before).toEqual(before)
      expect(answer.data).not.toEqual(before)
      await update(userBack(answer.before, answer.data))
      const unmarked = { version: 0, updatedBy: null }
      expect({ ...(await now()), ...unmarked }, JSON.stringify(change)).toEqual({ ...before, ...unmarked })
    }
    const some = await update({ facilityIDs: [at.oak], facilityAllIDs: false })
    const all = await update({ facilityIDs: [], facilityAllIDs: true })
    await update(userBack(all.before, all.data))
    expect((await now())?.facilityIDs).toEqual([at.oak])
    // A later change that was itself undone doesn't block undoing an earlier one.
    const back = takeBackUser(some) ?? expect.unreachable("nothing changed")
    await server.call(owner, (client) => Effect.provideService(back, ApiClient, client))
    expect((await now())?.facilityIDs).toEqual([])
  })

  it("are not undone over another user's later change", async () => {
    const mine = await update({ firstName: "Mine" })
    await update({ lastName: "Theirs" })
    const back = takeBackUser(mine) ?? expect.unreachable("nothing changed")
    const refused = await server.refused(owner, (client) => Effect.provideService(back, ApiClient, client))
    expect(refused).toMatchObject({ _tag: "UserChangedMeanwhile" })
    expect(await now()).toMatchObject({ name: "Mine Theirs" })
  })

  it("report when nothing was changed", async () => {
    const before = await now()
    const same = await update({ firstName: before?.firstName ?? "" })
    expect([same.unchanged, same.before, same.data]).toEqual([true, before, before])
  })
})
