import type { ImportColumn, ImportRow } from "#core/imports/FacilityImport.ts"

/** A row of an import, planned and right unless said otherwise. */
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
