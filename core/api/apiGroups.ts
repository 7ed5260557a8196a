import type { HttpApiGroup } from "effect/http-api"
import { subjects } from "#core/subjects.ts"

type Subjects = typeof subjects

/** What the module of a subject exports. */
type Exported<Name extends keyof Subjects> = Awaited<ReturnType<Subjects[Name]>>

/** The name of a group of the contract. */
export type GroupName = keyof Subjects

/** The group of a name; never where its module has none under it. */
export type GroupNamed<Name extends GroupName> = {
  readonly [N in Name]: Extract<Exported<N>[keyof Exported<N>], HttpApiGroup.Constraint & { readonly identifier: N }>
}[Name]

const isNamed =
  <Name extends GroupName>(name: Name) =>
  (value: unknown): value is GroupNamed<Name> =>
    typeof value === "function" && "identifier" in value && value.identifier === name

/** A group of the contract, its module loaded when it is asked for: who makes a call or two does not wait for the schemas of all. */
export const loadGroup = async <Name extends GroupName>(name: Name): Promise<GroupNamed<Name>> => {
  const group = Object.values<unknown>(await subjects[name]()).find(isNamed(name))
  if (group === undefined) throw new Error(`core/subjects.ts: the module of '${name}' has no group of that name`)
  return group
}

/** The names of all groups, in the order of the list of subjects. */
export const groupNames = Object.keys(subjects) as ReadonlyArray<GroupName>
