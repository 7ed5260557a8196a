import { describe, expect, it } from "vitest"
import { CompanyId, FacilityId } from "#core/base/ids.ts"
import {
  acceptRefusal,
  approvingRoles,
  offerRefusal,
  roomRefusal,
  type TransferFacts
} from "#core/transfers/transferRules.ts"
import { tokenIn } from "#core/transfers/transferToken.ts"

const transfer: TransferFacts = {
  facilityID: FacilityId.make(7),
  facilityName: "Maple St",
  companyID: CompanyId.make(1),
  fromCompanyID: CompanyId.make(1),
  email: "ann@other.example.com",
  expiresAt: 1000,
  closed: false
}
const ann = { companyID: CompanyId.make(2), email: "Ann@Other.example.com " }

describe("a transfer", () => {
  it.each([
    ["open", {}, ann, 999, null, null],
    ["expired", {}, ann, 1000, "TransferExpired", "TransferExpired"],
    ["closed", { closed: true }, ann, 1, "TransferNotFound", "TransferNotFound"],
    ["another's", {}, { ...ann, email: "bob@other.example.com" }, 1, "TransferNotYours", "TransferNotYours"],
    // Others don't learn that it has expired.
    [
      "another's, expired",
      {},
      { ...ann, email: "bob@other.example.com" },
      2000,
      "TransferNotYours",
      "TransferNotYours"
    ],
    ["theirs", { companyID: CompanyId.make(2), closed: true }, ann, 1, null, "TransferAlreadyAccepted"],
    [
      "the sender's own",
      {},
      { companyID: CompanyId.make(1), email: "x@y.example.com" },
      1,
      null,
      "TransferAlreadyAccepted"
    ],
    [
      "transferred to a third company",
      { companyID: CompanyId.make(3), closed: true },
      ann,
      1,
      "TransferNotFound",
      "TransferNotFound"
    ]
  ] as const)("that is %s", (_, more, user, now, shown, accepted) => {
    const facts = { ...transfer, ...more }
    expect(offerRefusal(user, facts, now)?._tag ?? null).toBe(shown)
    expect(acceptRefusal(user, facts, now)?._tag ?? null).toBe(accepted)
  })

  it("fits up to the lock limit, and not one more", () => {
    expect(roomRefusal(FacilityId.make(7), 100, 100)).toBeNull()
    expect(roomRefusal(FacilityId.make(7), 101, 100)?._tag).toBe("LockLimitReached")
    expect(roomRefusal(FacilityId.make(7), 0, 0)).toBeNull()
    expect(roomRefusal(FacilityId.make(7), 9999, null)).toBeNull()
  })

  it("can be approved by Admins and Owners, and its token is found in pasted text", () => {
    expect([...approvingRoles].toSorted((a, b) => a - b)).toEqual([4, 10])
    expect(["abc ", "https://x.example/Account/FacilityTransfer?token=abc", "/a?b=1&token=abc#c"].map(tokenIn)).toEqual(
      ["abc", "abc", "abc"]
    )
  })
})
