import { Predicate } from "effect"
import type { AuditRecord } from "./AuditRecord.ts"

/** The fields of a record by name: texts, numbers and booleans. */
export type Facts = Readonly<Record<string, unknown>>

/** A field whose value changed. */
export interface ChangedFact {
  readonly name: string
  readonly was: unknown
  readonly made: unknown
}

/** The change stored in a record. */
export const factsOf = ({ payload }: Pick<AuditRecord, "payload">): Facts => {
  const facts: unknown = JSON.parse(payload)
  return Predicate.isObject(facts) ? (facts as Facts) : {}
}

/** The name under which a record stores a field's previous value. */
const fromName = (name: string): string => `from${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** The record of a change: each changed field, with its previous value as `fromEmail`. */
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

/** Whether two values are equal: the same instant can be written in two ways. */
export const isSameFact = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === "string" &&
    typeof other === "string" &&
    instant.test(one) &&
    instant.test(other) &&
    Date.parse(one) === Date.parse(other))

/** The fields a record changed: those with a different previous value. */
export const changedFacts = (facts: Facts): ReadonlyArray<ChangedFact> =>
  Object.entries(facts).flatMap(([name, made]) => {
    const from = fromName(name)
    if (!Object.hasOwn(facts, from) || isSameFact(facts[from], made)) return []
    return [{ name, was: facts[from], made }]
  })

/** The current state relative to a change: still as changed, back as before, or something else. */
export const standing = (changed: ReadonlyArray<ChangedFact>, now: Facts): "made" | "was" | "other" => {
  const all = (of: "made" | "was"): boolean =>
    changed.every((fact) => isSameFact(now[fact.name] ?? null, fact[of] ?? null))
  return all("was") ? "was" : all("made") ? "made" : "other"
}

/** The values before a change. */
export const factsBefore = (changed: ReadonlyArray<ChangedFact>): Facts =>
  Object.fromEntries(changed.map(({ name, was }) => [name, was]))

const plainText = (value: unknown): string => (value === null || value === "" ? "none" : String(value))

/** The label and formatter of a field; null if its name and plain value are fine. */
export type FactWords = (name: string) => { readonly label: string; readonly shown: (value: unknown) => string } | null

/** A change in words: `lastName: Ito → Reyes`. */
export const changeText = (changed: ReadonlyArray<ChangedFact>, words: FactWords = () => null): string =>
  changed
    .map(({ name, was, made }) => {
      const { label, shown } = words(name) ?? { label: name, shown: plainText }
      return `${label}: ${shown(was)} → ${shown(made)}`
    })
    .join(", ")
