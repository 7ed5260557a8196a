import { describe, expect, it } from "vitest"
import { shipmentColumns } from "#core/registry/shipmentColumns.ts"

describe("shipment columns", () => {
  it.each([
    [["serialCode", "unlockCode"], 0, 1],
    [["Serial Code", "Combination"], 0, 1],
    [["note", "CODE", "Serial"], 2, 1],
    [["unlock_code", "serial_code"], 1, 0],
    [["SERIAL", "Unlock Code"], 0, 1]
  ])("are found in %j", (header, serialCode, unlockCode) => {
    expect(shipmentColumns(header)).toEqual({ kind: "found", at: { serialCode, unlockCode } })
  })

  it("are named if they are missing", () => {
    expect(shipmentColumns(["serial", "colour"])).toEqual({ kind: "missing", columns: ["unlockCode"] })
    expect(shipmentColumns(["a", "b"])).toEqual({ kind: "missing", columns: ["serialCode", "unlockCode"] })
  })

  it("are not chosen between duplicates", () => {
    expect(shipmentColumns(["serial", "serial code", "code"])).toEqual({ kind: "doubled", columns: ["serialCode"] })
  })
})
