import { csvLine } from "#core/base/csvText.ts"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import type { Dialect } from "./Dialect.ts"

const refused = { auth: 401, license: 403, facility: 404 } as const

/** An FMS without a public reference: only the unit file that its customers can export is simulated. */
export const csvDialect: Dialect = {
  understand: ({ path, method, url }) =>
    method === "GET" && path === "units.csv"
      ? { operation: "units", code: url.searchParams.get("facility") ?? "", signedIn: true }
      : null,
  good: (_, units) => ({
    status: 200,
    type: "text/csv",
    body: [
      csvLine(["unit", "status"]),
      ...units.map(({ name, status }) => csvLine([name, UnitStatus.label(status)]))
    ].join("")
  }),
  refuse: (_, why) => ({ status: refused[why], type: "text/plain", body: why }),
  odd: () => ({ status: 200, type: "text/plain", body: "" })
}
