import { Effect } from "effect"
import { keepToken } from "#cli/local/Tokens.ts"
import type { RoleId } from "#core/auth/roles.ts"
import { CompanyId } from "#core/base/ids.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { postgres, type TestHome } from "../../support/databases.ts"
import { emailOf, makeCompany, makeFacility, makeLock, makeRegistered } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { built, machine, type Machine } from "./lockdesk.ts"

/** Predefined locks. */
export const there = {
  /** Available, in no unit, at Maple St. */
  available: "10000001",
  /** Overlocked in unit B-114 at Maple St. */
  overlocked: "10000002",
  /** Both in unit B-115 at Maple St. */
  twins: ["10000003", "10000004"],
  /** In the registry, not activated by any company. */
  registered: ["10482233", "10482234"]
} as const

/** A lock's combination: its last four digits. */
export const codeOf = (serial: string): string => serial.slice(4)

/** A company with facilities, users and locks on a real server, and machines of its users. */
export interface Place {
  readonly server: TestServer
  readonly companyID: CompanyId
  /** A machine without a session. */
  readonly machine: () => Machine
  /** A machine with a session of a role. */
  readonly signedIn: (role: RoleId) => Promise<Machine>
  readonly close: () => Promise<void>
}

/** Options of a place. */
export interface PlaceFacts {
  /** Whether the company hides its lock codes; true by default. */
  readonly hideLockCodes?: boolean
  /** The serial code of an additional Tenant Using Lock in unit B-116 at Maple St. */
  readonly inUse?: string
  /** The database; on the PostgreSQL cluster by default. */
  readonly home?: TestHome
}

const emptyFacilities = ["Maple Court", "Harbour Point"]

/** Starts the server and builds what the tests run. */
export const openPlace = async ({ hideLockCodes = true, inUse, home = postgres }: PlaceFacts = {}): Promise<Place> => {
  built()
  let companyID = CompanyId.make(1)
  const server = await startTestServer(
    home,
    Effect.gen(function* () {
      const company = yield* makeCompany("acme", { hideLockCodes })
      companyID = company.companyID
      const facilityID = yield* makeFacility(companyID, "Maple St")
      for (const name of emptyFacilities) yield* makeFacility(companyID, name)
      const { Available, AssignedOverlock, TenantUsingLock } = LockStatus.id
      const lock = (serial: string, status: LockStatusId, unit?: string) =>
        makeLock({
          companyID,
          facilityID,
          serial,
          code: codeOf(serial),
          status,
          ...(unit === undefined ? {} : { unit })
        })
      yield* lock(there.available, Available)
      yield* lock(there.overlocked, AssignedOverlock, "B-114")
      for (const serial of there.twins) yield* lock(serial, AssignedOverlock, "B-115")
      if (inUse !== undefined) yield* lock(inUse, TenantUsingLock, "B-116")
      for (const serial of there.registered) yield* makeRegistered(serial, codeOf(serial))
    })
  )
  const machines: Array<Machine> = []
  const open = () => {
    const opened = machine(server.address)
    machines.push(opened)
    return opened
  }
  return {
    server,
    companyID,
    machine: open,
    signedIn: async (role) => {
      const opened = open()
      // What `lockdesk auth login` keeps, without checking a password.
      const token = await server.enter("acme", role, { client: "terminal" })
      keepToken(opened.settings, "default", { host: server.address, email: emailOf("acme", role), token })
      return opened
    },
    close: async () => {
      for (const opened of machines) opened.dispose()
      await server.close()
    }
  }
}
