import { SchemaAST } from "effect"
import type { Shape } from "./CallSpec.ts"

/**
 * The shape of JSON that a schema accepts and leaves unchanged, or null if the schema accepts anything else or
 * transforms it, as it does with undefined values.
 */
export const deriveShape = (ast: SchemaAST.AST): Shape | null => {
  if (ast.encoding !== undefined) return null
  if (SchemaAST.isString(ast)) return "text"
  if (SchemaAST.isNumber(ast)) return "number"
  if (SchemaAST.isBoolean(ast)) return "flag"
  if (SchemaAST.isUnknown(ast) || SchemaAST.isAny(ast)) return "anything"
  if (SchemaAST.isNull(ast)) return { one: [null] }
  if (SchemaAST.isLiteral(ast)) return typeof ast.literal === "bigint" ? null : { one: [ast.literal] }
  if (SchemaAST.isUnion(ast)) return unionShape(ast)
  if (SchemaAST.isArrays(ast)) {
    const [of, ...more] = ast.rest
    const shape = of === undefined || more.length > 0 || ast.elements.length > 0 ? null : deriveShape(of)
    return shape === null ? null : { list: shape }
  }
  return SchemaAST.isObjects(ast) ? objectShape(ast) : null
}

const unionShape = ({ types }: SchemaAST.Union): Shape | null => {
  const known = types.map(deriveShape).filter((shape) => shape !== null)
  if (known.length < types.length) return null
  const literals = known.flatMap((shape) => (typeof shape === "object" && "one" in shape ? shape.one : []))
  const others = known.filter((shape) => typeof shape !== "object" || !("one" in shape))
  const either: ReadonlyArray<Shape> = literals.length === 0 ? others : [...others, { one: literals }]
  const [only] = either
  return either.length === 1 && only !== undefined ? only : { either }
}

const objectShape = (ast: SchemaAST.Objects): Shape | null => {
  const [index, ...more] = ast.indexSignatures
  if (index !== undefined) {
    const shape = more.length > 0 || ast.propertySignatures.length > 0 ? null : deriveShape(index.type)
    return shape === null ? null : { record: shape }
  }
  const facts: Record<string, Shape> = {}
  const optional: Array<string> = []
  for (const { name, type } of ast.propertySignatures) {
    const shape = deriveShape(type)
    if (shape === null) return null
    facts[String(name)] = shape
    if (SchemaAST.isOptional(type)) optional.push(String(name))
  }
  return { facts, optional }
}
