import { describe, expect, it } from "vitest"
import { shipmentColumns } from "#core/registry/shipmentColumns.ts"

describe("the columns of a shipment", () => {
  it.each([
    [["serialCode", "unlockCode"], 0, 1],
    [["Serial Code", "Combination"], 0, 1],
    [["note", "CODE", "Serial"], 2, 1],
    [["unlock_code", "serial_code"], 1, 0],
    [["SERIAL", "Unlock Code"], 0, 1]
  ])("finds them in %j", (header, serialCode, unlockCode) => {
    expect(shipmentColumns(header)).toEqual({ kind: "found", at: { serialCode, unlockCode } })
  })

  it("names the missing ones", () => {
    expect(shipmentColumns(["serial", "colour"])).toEqual({ kind: "missing", columns: ["unlockCode"] })
    expect(shipmentColumns(["a", "b"])).toEqual({ kind: "missing", columns: ["serialCode", "unlockCode"] })
  })

  it("does not choose between two of the same", () => {
    expect(shipmentColumns(["serial", "serial code", "code"])).toEqual({ kind: "doubled", columns: ["serialCode"] })
  })
})
