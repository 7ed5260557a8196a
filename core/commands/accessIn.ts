import { type Access, type Annotated, declaredAccess } from "#core/auth/Access.ts"

/** Endpoint groups by name. */
type Groups = Readonly<Record<string, { readonly endpoints: Readonly<Record<string, Annotated>> }>>

/** Returns a function that looks up the access a call declares: null if it declares none or is not in these groups. */
export const accessIn =
  (groups: Groups) =>
  (ref: string): Access | null => {
    const [group = "", name = ""] = ref.split(".")
    const endpoint = groups[group]?.endpoints[name]
    return endpoint === undefined ? null : declaredAccess(endpoint)
  }
