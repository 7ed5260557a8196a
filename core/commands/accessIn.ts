import { type Access, type Annotated, declaredAccess } from "#core/auth/Access.ts"

/** Groups of calls by name, each with its endpoints. */
type Groups = Readonly<Record<string, { readonly endpoints: Readonly<Record<string, Annotated>> }>>

/** Tells the access that a call of these groups declares; null for one that declares none or is not among them. */
export const accessIn =
  (groups: Groups) =>
  (ref: string): Access | null => {
    const [group = "", name = ""] = ref.split(".")
    const endpoint = groups[group]?.endpoints[name]
    return endpoint === undefined ? null : declaredAccess(endpoint)
  }
