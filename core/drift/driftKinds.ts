/** Kinds of findings as they travel and are typed, in the order of their weight, with their titles. */
export const driftKinds = [
  { kind: "paid-overlocked", title: "Paid but overlocked" },
  { kind: "rented-locked-vacant", title: "Rented but locked as vacant" },
  { kind: "delinquent-without-lock", title: "Delinquent without a lock" },
  { kind: "vacant-without-lock", title: "Vacant without a lock" },
  { kind: "two-locks", title: "Two locks in one unit" },
  { kind: "unit-unknown", title: "Unit not known to the FMS" }
] as const
export type DriftKind = (typeof driftKinds)[number]["kind"]

const titles = new Map<string, string>(driftKinds.map(({ kind, title }) => [kind, title]))

/** What a kind is called. */
export const driftTitle = (kind: DriftKind): string => titles.get(kind) ?? kind

/** Kinds that can be told only where the management software tells who is behind with paying. */
export const needsDelinquency: ReadonlySet<DriftKind> = new Set(["paid-overlocked", "delinquent-without-lock"])
