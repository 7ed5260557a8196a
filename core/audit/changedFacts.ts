import { Predicate } from "effect"
import type { AuditRecord } from "./AuditRecord.ts"

/** Facts of a record by their names: texts, numbers and switches. */
export type Facts = Readonly<Record<string, unknown>>

/** A fact that a change made another. */
export interface ChangedFact {
  readonly name: string
  readonly was: unknown
  readonly made: unknown
}

/** What a record holds of its change. */
export const factsOf = ({ payload }: Pick<AuditRecord, "payload">): Facts => {
  const facts: unknown = JSON.parse(payload)
  return Predicate.isObject(facts) ? (facts as Facts) : {}
}

/** The name under which a record keeps what a fact was before. */
const fromName = (name: string): string => `from${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** What a record keeps of a change: each fact that is another now, and what it was before as `fromEmail`. */
export const recordedChange = <F extends Facts>(
  was: F,
  is: F
): Readonly<Record<string, NonNullable<F[keyof F]> | null>> =>
  Object.fromEntries(
    (Object.keys(is) as ReadonlyArray<keyof F & string>).flatMap((name) =>
      is[name] === was[name]
        ? []
        : [
            [name, is[name] ?? null],
            [fromName(name), was[name] ?? null]
          ]
    )
  )

const instant = /^\d{4}-\d\d-\d\dT/

/** Whether two facts are the same: an instant may be written in two ways. */
export const isSameFact = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === "string" &&
    typeof other === "string" &&
    instant.test(one) &&
    instant.test(other) &&
    Date.parse(one) === Date.parse(other))

/** The facts that a record changed: those that it has with their value before, where the two differ. */
export const changedFacts = (facts: Facts): ReadonlyArray<ChangedFact> =>
  Object.entries(facts).flatMap(([name, made]) => {
    const from = fromName(name)
    if (!Object.hasOwn(facts, from) || isSameFact(facts[from], made)) return []
    return [{ name, was: facts[from], made }]
  })

/** What a thing is now, beside a change of it: as the change made it, as it was before, or something else. */
export const standing = (changed: ReadonlyArray<ChangedFact>, now: Facts): "made" | "was" | "other" => {
  const all = (of: "made" | "was"): boolean =>
    changed.every((fact) => isSameFact(now[fact.name] ?? null, fact[of] ?? null))
  return all("was") ? "was" : all("made") ? "made" : "other"
}

/** The facts before a change. */
export const factsBefore = (changed: ReadonlyArray<ChangedFact>): Facts =>
  Object.fromEntries(changed.map(({ name, was }) => [name, was]))

const told = (value: unknown): string => (value === null || value === "" ? "none" : String(value))

/** What a fact is called and how a value of it is shown; null where its name and the value as it is will do. */
export type FactWords = (name: string) => { readonly label: string; readonly shown: (value: unknown) => string } | null

/** A change in words: `lastName: Ito → Reyes`. */
export const changeText = (changed: ReadonlyArray<ChangedFact>, words: FactWords = () => null): string =>
  changed
    .map(({ name, was, made }) => {
      const { label, shown } = words(name) ?? { label: name, shown: told }
      return `${label}: ${shown(was)} → ${shown(made)}`
    })
    .join(", ")
