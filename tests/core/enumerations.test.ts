import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import {
  MessageTypeBit,
  messageStatuses,
  NotificationCategory,
  NotificationEntryType,
  NotificationPreference,
  NotificationType,
  RevealNotificationPreference
} from "#core/automations/messages.ts"
import { AccessLevel, Area } from "#core/auth/permissions.ts"
import { Role } from "#core/auth/roles.ts"
import { pageSizes } from "#core/base/paging.ts"
import { FeatureFlag } from "#core/companies/featureFlags.ts"
import { Feature, FeatureAccess } from "#core/companies/features.ts"
import { Tier } from "#core/companies/tiers.ts"
import { Fms, IntegrationMode, TestMode, UnitStatus } from "#core/fms/fmsSystems.ts"
import { LockColor } from "#core/locks/lockColors.ts"
import { CoarseLockStatus, LockStatus } from "#core/locks/lockStatuses.ts"
import { BroadcastAudience } from "#core/notices/broadcastAudiences.ts"
import { ActivationResult, ApprovalStatus, Report, reportRanges } from "#core/reports/reportStatuses.ts"
import { revealReasons } from "#core/reveals/revealReasons.ts"
import { TimeoutUnit } from "#core/settings/timeouts.ts"
import { ticketCategories } from "#core/support/tickets.ts"

interface Enumeration {
  readonly rows: ReadonlyArray<{ readonly id: number; readonly key: string; readonly label: string }>
  readonly ids: ReadonlyArray<number>
  readonly id: Readonly<Record<string, number>>
  readonly label: (id: number) => string
  readonly isId: (value: number) => boolean
  readonly parse: (text: string) => number | undefined
}

/** Numbers and labels copied by hand from the documents, as 'label number' in 000 §3, 001 §3 and 002 §3. */
const tables: Readonly<Record<string, readonly [Enumeration, string]>> = {
  Role: [
    Role,
    `Super Admin 1, Site Admin 2, Site Personnel 3, Admin 4, Personnel 5, Site Call Center Agent 6, Call Center Agent 7,
     Restricted Personnel 9, Owner 10, Vendor 11`
  ],
  Tier: [
    Tier,
    `OldWebApp -2, Invalid -1, LocksOnly 0, Basic 1, Plus 2, Premium 3, Storagely 4, LocksOnly2025 10, Basic2025 11,
     Plus2025 12, Premium2025 13`
  ],
  Feature: [
    Feature,
    `FMSIntegration 1, CustomRoles 2, BulkImport 3, CustomMessages 4, LockStatusChange 5, CompanySettings 6, Subdomains 7,
     Reports 8, IntegrationAPI 9, IntegrationFacilities 10, Messaging 11, TextToRelease 12, Facilities 13`
  ],
  FeatureAccess: [FeatureAccess, "Off 0, On 1, Upgradeable 2"],
  Area: [
    Area,
    `Locks 1, Activate Locks 2, Inventory 3, Tenant Locks 4, Facilities 5, Transfer Facility 6, Users 7, Edit Admins 8,
     Subdomains 9, API Settings 10, Lock Returns 11, Automations 12, Reports 13, Facility Details 14`
  ],
  AccessLevel: [AccessLevel, "None 0, Read 1, Write 2"],
  LockStatus: [
    LockStatus,
    `Available 1001, Lost 1002, Returned to Dropbox 1003, Assigned Overlock 1004, Assigned Vacant 1005,
     Tenant Using Lock 1006, Damaged 1007, Assigned Auction 1008, Unscannable 1009, On Dropbox 1010, Assigned Other 1011,
     Assigned Vendor 1012`
  ],
  CoarseLockStatus: [CoarseLockStatus, "Inactive 0, Active 1"],
  LockColor: [
    LockColor,
    `gray -4144960, silver -2894893, yellow -256, blue -16776961, green -16744448, black -16777216, red -65536,
     orange -23296`
  ],
  Fms: [
    Fms,
    `Not listed 0, Storable Edge 1, Sitelink by Storable 2, Storable Easy 3, DoorSwap 6, Hummingbird 8, WebSelfStorage 10,
     SSM Cloud 11, Storage 360 12, Yardi 13`
  ],
  IntegrationMode: [IntegrationMode, "Via FMS 1, Via CSV 2"],
  TestMode: [TestMode, "Automatic 0, Manual 1"],
  TimeoutUnit: [TimeoutUnit, "Minutes 1, Hours 60, Days 1440"],
  UnitStatus: [UnitStatus, "Default 0, Delinquent 1, Vacant 2"],
  NotificationPreference: [NotificationPreference, "none 0, SMS 1, email 2, both 3"],
  RevealNotificationPreference: [RevealNotificationPreference, "Disabled 0, SMS 1, Email 2"],
  NotificationEntryType: [NotificationEntryType, "Reveal unlock code 1"],
  NotificationType: [
    NotificationType,
    `Delinquent SMS 0, Delinquent email 1, Move-in SMS 2, Move-in email 3, Text to release approved 4,
     Text to release denied 5`
  ],
  NotificationCategory: [NotificationCategory, "Delinquent 0, Move-in 1, Text to release 2"],
  MessageTypeBit: [MessageTypeBit, "Unlock 1, New Rental 2, Delinquency Paid 4"],
  BroadcastAudience: [BroadcastAudience, "All users 1, Mobile users 2, Web users 3, Users in a company 4, One user 5"],
  ApprovalStatus: [ApprovalStatus, "pending 0, approved 1, rejected 2"],
  ActivationResult: [ActivationResult, "Success 0, Fail 1, Already Active 2"],
  Report: [Report, "View Combination Requests 1, Auto Messages 2, Facility Lock Count 3, Bulk Lock Activations 4"]
}

const pairs = (text: string) =>
  text.split(",").map((entry) => {
    const [, label = "", id = ""] = /^\s*(.*) (-?\d+)\s*$/s.exec(entry) ?? []
    return { id: Number(id), label }
  })

describe("the documents' enumerations", () => {
  it.each(Object.entries(tables))("%s", (_, [enumeration, text]) => {
    const expected = pairs(text)
    expect(enumeration.rows.map(({ id, label }) => ({ id, label }))).toEqual(expected)
    expect(enumeration.ids).toEqual(expected.map(({ id }) => id))
    for (const { id, label } of expected) {
      expect(enumeration.label(id)).toBe(label)
      expect(enumeration.parse(label.toUpperCase())).toBe(id)
      expect(enumeration.parse(String(id))).toBe(id)
    }
    for (const { key, id } of enumeration.rows) expect(enumeration.id[key]).toBe(id)
    for (const id of [-99, 8.5, 999, 1_000_000]) expect(enumeration.isId(id)).toBe(false)
    expect(enumeration.parse("nothing of the kind")).toBeUndefined()
    expect(enumeration.label(999)).toBe("999")
  })

  it("are all in the table above", () => {
    const root = join(import.meta.dirname, "../../core")
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"))
    const found = files.flatMap((name) =>
      [...readFileSync(join(root, name), "utf8").matchAll(/const (\w+) = enumeration\(/g)].map(([, known]) => known)
    )
    expect(found.toSorted()).toEqual(Object.keys(tables).toSorted())
  })

  it("omit role 8", () => {
    expect(Role.isId(8)).toBe(false)
    expect(Role.parse("8")).toBeUndefined()
  })
})

describe("the documents' lists", () => {
  it("have the same words in the same order", () => {
    expect(revealReasons).toEqual([
      "Remove Overlock",
      "Tenant requested code",
      "Accidentally closed lock",
      "Applied lock to wrong unit",
      "Other"
    ])
    expect(messageStatuses).toEqual(["delivered", "undelivered", "pending", "opt_out", "failed", "dropped", "bounce"])
    expect(ticketCategories).toEqual([
      "Account Related",
      "FMS Integration",
      "Lock Inquiry",
      "Mobile App - Search",
      "Mobile App - Sync",
      "Mobile App - Unit Tasks",
      "User Access",
      "Other"
    ])
    expect(FeatureFlag.literals).toEqual(["HideLockCodes", "2", "3"])
    expect(pageSizes).toEqual([5, 10, 20, 50, 100])
    expect(reportRanges).toEqual([0, 1, 7, 30, 60, 90])
    expect(Report.rows.map(({ key }) => key)).toEqual(["revealLock", "autoNotifier", "facilityLockCount", "bulkLock"])
  })
})
