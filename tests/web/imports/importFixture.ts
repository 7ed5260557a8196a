import type { ImportColumn, ImportRow } from "#core/imports/FacilityImport.ts"

/** An import row, planned and valid by default. */
export const importRow = (facts: Partial<ImportRow>): ImportRow => ({
  row: 2,
  cells: [],
  extraCells: [],
  secretsSet: [],
  outcome: "create",
  done: false,
  facilityName: "Maple St",
  facilityID: null,
  changes: [],
  issues: [],
  problem: null,
  auditSeq: null,
  ...facts
})

/** A column of a file. */
export const importColumn = (facts: Partial<ImportColumn>): ImportColumn => ({
  header: "Name",
  field: null,
  confidence: null,
  secret: false,
  samples: [],
  ...facts
})
