import { simulatorPassword } from "#core/fms/fmsSimulators.ts"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import { type Dialect, json, type Reply, type Understood } from "./Dialect.ts"

/** `{application}|{operation}`: the response repeats the application. */
const parts = ({ operation }: Understood): readonly [application: string, what: string] => {
  const [application = "", what = ""] = operation.split("|")
  return [application, what]
}

const inner = (call: Understood, status: number, data: unknown): Reply =>
  json({ status: 200, applicationData: { [parts(call)[0]]: [{ status, data }] } })

/** A company has the code of its only property, so that the list of properties can contain it. */
export const hummingbirdDialect: Dialect = {
  understand: ({ path, method, headers }) => {
    const found = /^applications\/([^/]+)\/v2\/companies\/([^/]+)\/properties(?:\/[^/]+\/([^/]+))?$/.exec(path)
    if (found === null || method !== "GET") return null
    const [, application = "", company = "", what = "properties"] = found
    return {
      operation: `${decodeURIComponent(application)}|${what}`,
      code: decodeURIComponent(company),
      signedIn:
        headers["x-storageapi-key"] === simulatorPassword &&
        /^\d{9,11}$/.test(String(headers["x-storageapi-date"] ?? ""))
    }
  },
  good: (call, units) => {
    const { Vacant, Delinquent } = UnitStatus.id
    switch (parts(call)[1]) {
      case "space-groups":
        return inner(call, 200, {
          spaceGroups: [
            {
              spaces: units.map(({ name, status }) => ({
                number: name,
                status: status === Vacant ? "vacant" : "leased"
              }))
            }
          ]
        })
      case "leases":
        return inner(call, 200, {
          leases: units
            .filter(({ status }) => status !== Vacant)
            .map(({ name, status }) => ({ space: name, standing: status === Delinquent ? "delinquent" : "current" }))
        })
      default:
        return inner(call, 200, { properties: [{ id: 1, gds_id: call.code, name: call.code }] })
    }
  },
  refuse: (call, why) =>
    why === "auth"
      ? inner(call, 401, null)
      : why === "license"
        ? json({ data: { errors: { code: "PermissionDenied" } } }, 400)
        : inner(call, 200, { properties: [{ id: 2, gds_id: "another", name: "Another" }] }),
  refuseOlder: () => json({ data: { errors: { code: "APIKeyInvalid" } } }, 400),
  odd: () => json({ status: 200, applications: {} })
}
