import { enumeration } from "#core/base/enumeration.ts"

/** Facility management software (000 §3; DECISIONS: Hummingbird is 8, 0 always means Not listed). */
export const Fms = enumeration([
  { id: 0, key: "NotListed", label: "Not listed" },
  { id: 1, key: "StorableEdge", label: "Storable Edge" },
  { id: 2, key: "Sitelink", label: "Sitelink by Storable" },
  { id: 3, key: "StorableEasy", label: "Storable Easy" },
  { id: 6, key: "DoorSwap", label: "DoorSwap" },
  { id: 8, key: "Hummingbird", label: "Hummingbird" },
  { id: 10, key: "WebSelfStorage", label: "WebSelfStorage" },
  { id: 11, key: "SsmCloud", label: "SSM Cloud" },
  { id: 12, key: "Storage360", label: "Storage 360" },
  { id: 13, key: "Yardi", label: "Yardi" }
])
export type FmsId = (typeof Fms.ids)[number]

/** How facilities are integrated and imported (000 §3). */
export const IntegrationMode = enumeration([
  { id: 1, key: "ViaFms", label: "Via FMS" },
  { id: 2, key: "ViaCsv", label: "Via CSV" }
])

/** What started a connection test (001 §3). */
export const TestMode = enumeration([
  { id: 0, key: "Automatic", label: "Automatic" },
  { id: 1, key: "Manual", label: "Manual" }
])

/** Status of a unit in the FMS (001 §3). */
export const UnitStatus = enumeration([
  { id: 0, key: "Default", label: "Default" },
  { id: 1, key: "Delinquent", label: "Delinquent" },
  { id: 2, key: "Vacant", label: "Vacant" }
])
