import type { HttpApiGroup } from "effect/http-api"
import { subjects } from "#core/subjects.ts"

type Subjects = typeof subjects

/** The exports of a subject's module. */
type Exported<Name extends keyof Subjects> = Awaited<ReturnType<Subjects[Name]>>

/** The name of a group of the contract. */
export type GroupName = keyof Subjects

/** The group with a name; never if its module does not export it. */
export type GroupNamed<Name extends GroupName> = {
  readonly [N in Name]: Extract<Exported<N>[keyof Exported<N>], HttpApiGroup.Constraint & { readonly identifier: N }>
}[Name]

const isNamed =
  <Name extends GroupName>(name: Name) =>
  (value: unknown): value is GroupNamed<Name> =>
    typeof value === "function" && "identifier" in value && value.identifier === name

/** Loads one group of the contract, so that a program that makes a few calls does not load all schemas. */
export const loadGroup = async <Name extends GroupName>(name: Name): Promise<GroupNamed<Name>> => {
  const group = Object.values<unknown>(await subjects[name]()).find(isNamed(name))
  if (group === undefined) throw new Error(`core/subjects.ts: the module of '${name}' has no group of that name`)
  return group
}

/** All group names, in the order of the subjects. */
export const groupNames = Object.keys(subjects) as ReadonlyArray<GroupName>
