import { SchemaAST } from "effect"
import type { FieldHead, Takes } from "./Command.ts"

/** What a person types for a field. */
export const takesOf = ({ takes, schema }: FieldHead): Takes => {
  if (takes !== undefined || schema === undefined) return takes ?? "text"
  const encoded = SchemaAST.toEncoded(schema.ast)
  return SchemaAST.isNumber(encoded) ? "number" : SchemaAST.isBoolean(encoded) ? "switch" : "text"
}
