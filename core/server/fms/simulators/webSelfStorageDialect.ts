import { simulatorPassword } from "#core/fms/fmsSimulators.ts"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import { type Dialect, json } from "./Dialect.ts"

/** The token contains the entity after a colon, so that the list of locations can contain it: `simulator:1042`. */
const tokenOf = (header: unknown): readonly [password: string, entity: string] => {
  const [password = "", entity = ""] = String(header ?? "")
    .replace(/^Bearer /, "")
    .split(":")
  return [password, entity]
}

export const webSelfStorageDialect: Dialect = {
  understand: ({ path, method, headers }) => {
    const [password, entity] = tokenOf(headers["authorization"])
    const [operation = "", inPath = ""] = path.split("/")
    const known = method === "GET" && ["test", "locations", "location", "movein"].includes(operation)
    const code = inPath === "" ? entity : decodeURIComponent(inPath)
    return known ? { operation, code, signedIn: password === simulatorPassword } : null
  },
  good: ({ operation, code }, units) => {
    const { Vacant, Delinquent } = UnitStatus.id
    switch (operation) {
      case "locations":
        return json({ success: true, data: [{ entity: code, name: code }] })
      case "location":
        return json({
          success: true,
          data: units
            .filter(({ status }) => status !== Vacant)
            .map(({ name, status }) => ({
              roomNumber: name,
              paidThru: status === Delinquent ? "2020-01-31" : "2099-01-31",
              balance: status === Delinquent ? 120.5 : 0
            }))
        })
      case "movein":
        return json({
          success: true,
          data: units.filter(({ status }) => status === Vacant).map(({ name }) => ({ roomNumber: name }))
        })
      default:
        return json({ success: true })
    }
  },
  // A 401 has another format; other refusals come with status 200.
  refuse: ({ operation }, why) =>
    why === "auth"
      ? json({ Success: false, Message: "Authorization has been denied for this request." }, 401)
      : why === "license"
        ? json({ success: false, message: "The subscription does not include this interface." })
        : operation === "locations" || operation === "test"
          ? json({ success: true, data: [{ entity: "0" }] })
          : json({ success: false, message: "Unknown entity." }),
  odd: () => json({ success: true, result: "ok" })
}
