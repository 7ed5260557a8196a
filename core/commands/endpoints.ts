import { SchemaAST } from "effect"
import { Api } from "#core/api/Api.ts"
import { accessIn } from "./accessIn.ts"

type Groups = (typeof Api)["groups"]

/** A call of the contract by group and name, type-checked: `locks.reveal`. */
export type EndpointRef = {
  [G in keyof Groups & string]: `${G}.${keyof Groups[G]["endpoints"] & string}`
}[keyof Groups & string]

/** The access the endpoint declares, or null if it declares none (the guard then answers 500). */
export const accessOf = accessIn(Api.groups)

/** Anything that declares a response schema, such as an endpoint of the contract. */
interface Answering {
  readonly success: ReadonlySet<{ readonly ast: SchemaAST.AST }>
}

/** Names of the fields in a call's response: of its `data`, or of the rows in it. */
export const outputFields = (ref: EndpointRef): ReadonlyArray<string> => {
  const [group = "", name = ""] = ref.split(".")
  const groups: Readonly<Record<string, { readonly endpoints: Readonly<Record<string, Answering>> }>> = Api.groups
  const [answer] = groups[group]?.endpoints[name]?.success ?? []
  const data = answer === undefined ? undefined : propertiesOf(answer.ast).find((property) => property.name === "data")
  const row = data === undefined ? undefined : SchemaAST.isArrays(data.type) ? data.type.rest[0] : data.type
  return row === undefined ? [] : propertiesOf(row).map((property) => String(property.name))
}

const propertiesOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.PropertySignature> => {
  const decoded = SchemaAST.toType(ast)
  return SchemaAST.isObjects(decoded) ? decoded.propertySignatures : []
}
