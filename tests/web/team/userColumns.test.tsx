import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import { CompanyId, FacilityId, UserId } from "#core/base/ids.ts"
import { Role } from "#core/auth/roles.ts"
import { userColumns, userPeek } from "#web/features/team/userColumns.tsx"

it("the number of a user's facilities is a number, which the list and its details show with commas", () => {
  const user = {
    userID: UserId.make(1),
    name: "Dana Reyes",
    firstName: "Dana",
    lastName: "Reyes",
    email: "dana@acme.example.com",
    roleID: Role.id.Vendor,
    roleName: "Vendor",
    facilityIDs: Array.from({ length: 5001 }, (_, nth) => FacilityId.make(nth + 1)),
    status: true,
    invited: false,
    inviteFailure: null,
    lastSeenOn: null,
    updatedBy: null,
    companyID: CompanyId.make(1),
    userInRole: 11,
    version: 1
  }
  const facilities = userColumns.find(({ id }) => id === "facilities")
  expect(facilities?.value?.(user)).toBe(5001)
  expect(facilities?.value?.({ ...user, facilityIDs: [] })).toBe("All")
  expect(renderToStaticMarkup(userPeek(user))).toContain("<dd>5,001</dd>")
  const status = userColumns.find(({ id }) => id === "status")
  expect(status?.value?.({ ...user, invited: true })).toBe("Invited")
  expect(status?.value?.({ ...user, invited: true, inviteFailure: "550 No such user here" })).toBe("Invite failed")
})
