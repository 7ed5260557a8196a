import { beforeAll, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { defaultLockColor, LockColor } from "#core/locks/lockColors.ts"
import { there } from "../support/deskData.ts"
import { answering } from "../support/holdBack.ts"
import { csv, fileOf, importStep } from "../support/importScreen.ts"
import { desk, shareDeskWithNewPages } from "../support/shareDesk.ts"

let owner = ""
shareDeskWithNewPages()
beforeAll(async () => {
  owner = await desk.server.enter("acme", Role.id.Owner)
})

it("asks once more after a slow request during which events arrived, and shows the newest data", async () => {
  const { data: users } = await desk.server.call(owner, (api) => api.users.list({ query: {} }))
  const vendor = users.find(({ roleID }) => roleID === Role.id.Vendor) ?? expect.unreachable("no vendor")
  const query = { filter: `serialCode=${there.available}` }
  const [lock] = (await desk.server.call(owner, (api) => api.locks.search({ query }))).data
  const { lockID } = lock ?? expect.unreachable("no lock")
  const rename = (lastName: string) =>
    desk.server.call(owner, (api) => api.users.update({ query: {}, payload: { userID: vendor.userID, lastName } }))
  const visitor = await desk.visit({ role: Role.id.Admin, path: "/team/users" })
  const { page } = visitor
  await visitor.reads(vendor.email)
  await visitor.live()
  await visitor.synced()
  await visitor.settled()
  // Holds the server's answers, not the requests: the data is read before the next change.
  const released = Promise.withResolvers<void>()
  let asked = 0
  let answered = 0
  await page.route(/\/api\/users(\?|$)/, async (route) => {
    asked += 1
    const response = await route.fetch()
    answered += 1
    await released.promise
    await route.fulfill({ response })
  })
  await rename("Renamed-1")
  await expect.poll(() => answered).toBe(1)
  const colors = LockColor.ids.filter((id) => id !== defaultLockColor)
  for (const nth of [2, 3, 4]) {
    await rename(`Renamed-${nth}`)
    // The browser pulls this change together with the event about the user, or after it.
    const pulled = page.waitForRequest(/\/api\/locks\?/)
    await desk.server.call(owner, (api) =>
      api.lockChanges.update({ query: {}, payload: { lockID, color: colors[nth] ?? defaultLockColor } })
    )
    await pulled
  }
  expect(asked).toBe(1)
  released.resolve()
  await visitor.reads("Renamed-4")
  expect(asked).toBeLessThanOrEqual(3)
})

it("shows that an import runs as soon as it is confirmed, although it can't be read yet", async () => {
  const visitor = await desk.visit({ role: Role.id.Owner, path: "/team/users/import" })
  await visitor.sees("Import users")
  await fileOf(visitor).setInputFiles(
    csv("new.csv", "Email,First name,Last name,Role", "a1@acme.example.com,A,One,Vendor")
  )
  await visitor.does("userImport.upload").click()
  await importStep(visitor, "Columns")
  await visitor.does("userImport.checkRows").click()
  await importStep(visitor, "Preview")
  const answer = await answering(visitor, /\/api\/users\/imports\/\d+(\?|$)/)
  await visitor.does("userImports.commit").click()
  await visitor.press("Control+Enter")
  await visitor.sees("Importing")
  expect(await visitor.does("userImports.commit").count()).toBe(0)
  answer("comes")
  await visitor.sees("Imported")
})
