import { CompanyId, mustBeIdIn } from "#core/base/ids.ts"

/** The head of a company's chain as seen by a witness. */
export interface Sighting {
  readonly seq: number
  readonly hash: string
}

/** The memory of a witness about one company's chain. */
export interface Sightings {
  readonly newest: Sighting
  /** The latest heads by sequence number, including the newest. */
  readonly recent: ReadonlyMap<number, string>
  /** Two heads with the same number: the chain was cut off and continued from there. Kept forever. */
  readonly contradiction: { readonly seq: number; readonly hashes: readonly [string, string] } | null
}

/** How many heads are remembered per company. More of them locate an older forgery exactly; one is enough to detect it. */
const kept = 20

/** Adds a head to the memory. Heads may arrive out of order, because concurrent writers overtake each other. */
export const remember = (before: Sightings | undefined, { seq, hash }: Sighting): Sightings => {
  if (before === undefined) return { newest: { seq, hash }, recent: new Map([[seq, hash]]), contradiction: null }
  const known = before.recent.get(seq)
  if (known !== undefined) {
    return known === hash || before.contradiction !== null
      ? before
      : { ...before, contradiction: { seq, hashes: [known, hash] } }
  }
  const newest = before.newest.seq < seq ? { seq, hash } : before.newest
  const recent = new Map(before.recent).set(seq, hash)
  for (const old of recent.keys()) if (old <= newest.seq - kept) recent.delete(old)
  return { ...before, newest, recent }
}

const line = /^(\d+) (\d+) ([0-9a-f]{64})$/

/** Parses the lines `company seq hash` of a witness file; a line cut short by a crash or a full disk is skipped. */
export const readSightings = (text: string): Map<CompanyId, Sightings> => {
  const seen = new Map<CompanyId, Sightings>()
  for (const row of text.split("\n")) {
    const [, company, seq, hash] = line.exec(row) ?? []
    if (company === undefined || hash === undefined) continue
    const companyID = mustBeIdIn(CompanyId, company)
    seen.set(companyID, remember(seen.get(companyID), { seq: Number(seq), hash }))
  }
  return seen
}

/** Formats such a line. */
export const sightingLine = (companyID: CompanyId, { seq, hash }: Sighting): string => `${companyID} ${seq} ${hash}\n`

/** The lines that `readSightings` parses back into the same memory. */
export const writeSightings = (seen: ReadonlyMap<CompanyId, Sightings>): string =>
  [...seen]
    .flatMap(([companyID, { recent, contradiction }]) => {
      const twice = contradiction === null ? [] : contradiction.hashes.map((hash) => ({ seq: contradiction.seq, hash }))
      const once = [...recent].map(([seq, hash]) => ({ seq, hash })).toSorted((a, b) => a.seq - b.seq)
      return [...twice, ...once].map((sighting) => sightingLine(companyID, sighting))
    })
    .join("")
