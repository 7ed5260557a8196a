import { afterEach, expect, it, vi } from "vitest"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { CompanyId, UserId } from "#core/base/ids.ts"
import { read, write } from "#web/app/storage.ts"
import { stubStorage } from "./stubStorage.ts"

afterEach(() => void vi.unstubAllGlobals())

const companyID = CompanyId.make(1)
const user = { userID: UserId.make(1), companyID, ownCompanyID: companyID } as LoggedInUser

/** Loaded with a storage, because the session of the tab is read when its module loads. */
const newSession = async () => {
  stubStorage()
  const { Session } = await import("#web/app/Session.ts")
  return new Session()
}

it("stores the token it signs in with", async () => {
  const session = await newSession()
  session.begin("first", user)
  expect(read("token")).toBe("first")
  session.begin("second", user)
  expect(read("token")).toBe("second")
})

it("leaves the token that another tab stored when it continues with its own", async () => {
  const session = await newSession()
  session.begin("first", user)
  write("token", "of another tab")
  session.begin("first", user)
  expect(read("token")).toBe("of another tab")
})
