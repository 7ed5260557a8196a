import { Context, Option } from "effect"
import { Api } from "#core/api/Api.ts"
import { type Access, DeclaredAccess } from "#core/auth/Access.ts"

type Groups = (typeof Api)["groups"]

/** A call of the contract by group and name, checked against it: `locks.reveal`. */
export type EndpointRef = {
  [G in keyof Groups & string]: `${G}.${keyof Groups[G]["endpoints"] & string}`
}[keyof Groups & string]

/** Anything with annotations, as each endpoint of the contract is. */
interface Annotated {
  readonly annotations: Context.Context<never>
}

/** The access that the endpoint of a call declares, or null where it declares none (which the guard answers with 500). */
export const accessOf = (ref: EndpointRef): Access | null => {
  const [group = "", name = ""] = ref.split(".")
  const groups: Readonly<Record<string, { readonly endpoints: Readonly<Record<string, Annotated>> }>> = Api.groups
  const endpoint = groups[group]?.endpoints[name]
  return endpoint === undefined ? null : declaredAccess(endpoint)
}

/** The access an endpoint declares. */
export const declaredAccess = (endpoint: Annotated): Access | null =>
  Option.getOrNull(Context.getOption(endpoint.annotations as Context.Context<DeclaredAccess>, DeclaredAccess))
