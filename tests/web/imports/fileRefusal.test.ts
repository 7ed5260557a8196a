import { describe, expect, it } from "vitest"
import { fileRefusal, sizeText } from "#web/features/imports/fileRefusal.ts"

const error = (name: string, size: number) => fileRefusal({ name, size })?.error ?? null

describe("a file before upload", () => {
  it("is refused from exactly 2,097,152 bytes (001 §5, §9)", () => {
    expect(error("a.csv", 2_097_151)).toBeNull()
    expect(error("a.csv", 2_097_152)).toBe("File must be smaller than 2 MB.")
  })
  it("must be CSV or a spreadsheet by its extension, ignoring case", () => {
    expect([error("A.CSV", 1), error("b.xlsx", 1), error("c.xls", 1)]).toEqual([null, null, null])
    expect(error("d.pdf", 1)).toBe("This is neither a CSV file nor a workbook.")
    expect(error("csv", 1)).toBe("This is neither a CSV file nor a workbook.")
  })
  it("must not be empty", () => expect(error("a.csv", 0)).toBe("The file has no rows."))
  it("is shown with a readable size", () => {
    expect([sizeText(12), sizeText(2048), sizeText(1_572_864)]).toEqual(["12 bytes", "2 KB", "1.5 MB"])
  })
})
