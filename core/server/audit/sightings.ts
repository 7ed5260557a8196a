/** The head of a company's chain as a witness saw it. */
export interface Sighting {
  readonly seq: number
  readonly hash: string
}

/** What a witness remembers of one company's chain. */
export interface Sightings {
  readonly newest: Sighting
  /** The latest heads by sequence number, the newest among them. */
  readonly recent: ReadonlyMap<number, string>
  /** Two heads under one number: the chain was cut off and went on from there. Kept for good. */
  readonly contradiction: { readonly seq: number; readonly hashes: readonly [string, string] } | null
}

/** Heads remembered of a company. More name an older forgery exactly; one alone would still find it. */
const kept = 20

/** What is remembered once another head was seen. Heads come in any order: writers at once overtake each other. */
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

/** Reads the lines `company seq hash` of a witness file; one that a crash or a full disk cut short is passed over. */
export const readSightings = (text: string): Map<number, Sightings> => {
  const seen = new Map<number, Sightings>()
  for (const row of text.split("\n")) {
    const [, company, seq, hash] = line.exec(row) ?? []
    if (company === undefined || hash === undefined) continue
    seen.set(Number(company), remember(seen.get(Number(company)), { seq: Number(seq), hash }))
  }
  return seen
}

/** One such line. */
export const sightingLine = (companyID: number, { seq, hash }: Sighting): string => `${companyID} ${seq} ${hash}\n`

/** The lines from which the same is read again. */
export const writeSightings = (seen: ReadonlyMap<number, Sightings>): string =>
  [...seen]
    .flatMap(([companyID, { recent, contradiction }]) => {
      const twice = contradiction === null ? [] : contradiction.hashes.map((hash) => ({ seq: contradiction.seq, hash }))
      const once = [...recent].map(([seq, hash]) => ({ seq, hash })).toSorted((a, b) => a.seq - b.seq)
      return [...twice, ...once].map((sighting) => sightingLine(companyID, sighting))
    })
    .join("")
