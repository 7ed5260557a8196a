/** Kinds of findings by their API name, most important first, with their titles. */
export const driftKinds = [
  { kind: "paid-overlocked", title: "Paid but overlocked" },
  { kind: "rented-locked-vacant", title: "Rented but locked as vacant" },
  { kind: "delinquent-without-lock", title: "Delinquent without a lock" },
  { kind: "vacant-without-lock", title: "Vacant without a lock" },
  { kind: "two-locks", title: "Two locks in one unit" },
  { kind: "unit-unknown", title: "Unit not known to the FMS" }
] as const
export type DriftKind = (typeof driftKinds)[number]["kind"]

/** The kind of a text, or undefined for any other text. */
export const driftKindOf = (text: string | undefined): DriftKind | undefined =>
  driftKinds.find(({ kind }) => kind === text)?.kind

const titles = new Map<string, string>(driftKinds.map(({ kind, title }) => [kind, title]))

/** The title of a kind. */
export const driftTitle = (kind: DriftKind): string => titles.get(kind) ?? kind

/** Kinds that can only be found if the management software reports delinquent tenants. */
export const needsDelinquency: ReadonlySet<DriftKind> = new Set(["paid-overlocked", "delinquent-without-lock"])
