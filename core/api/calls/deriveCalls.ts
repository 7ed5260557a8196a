import { Predicate, type Schema, SchemaAST } from "effect"
import { HttpApi } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { madeOnce } from "#core/auth/RequestKey.ts"
import type { CallSpec, CallSpecs } from "./CallSpec.ts"
import { deriveShape } from "./deriveShape.ts"

const methods: ReadonlyArray<CallSpec["method"]> = ["GET", "POST", "PUT", "PATCH", "DELETE"]

/** Derives the specs from the contract. Throws for a call that uses neither JSON nor files, which a spec can't describe. */
export const deriveCalls = (): CallSpecs => {
  const calls: Record<string, CallSpec> = {}
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ group, endpoint }) => {
      const method = methods.find((each) => each === endpoint.method)
      const bodies = [...endpoint.payload.values()]
      const form = bodies.some(({ encoding }) => encoding._tag === "Multipart")
      const payloads = form ? [] : bodies.flatMap(({ schemas }) => schemas)
      const [answer, ...others] = [...endpoint.success].map(answerOf)
      const ref = `${group.identifier}.${endpoint.identifier}`
      const plain =
        others.length === 0 &&
        endpoint.headers === undefined &&
        isWritten(endpoint.params) &&
        isWritten(endpoint.query) &&
        payloads.every(({ ast }) => isSentAsItIs(ast))
      if (method === undefined || answer == null || !plain) throw new Error(`${ref} cannot be made by a spec`)
      calls[ref] = { method, path: endpoint.path, form, ...(madeOnce(endpoint) ? { once: true } : {}), answer }
    }
  })
  return calls
}

/** The response of a call, or null if a spec can't describe it. */
const answerOf = (schema: Schema.Top): CallSpec["answer"] | null =>
  Predicate.isTagged(schema, "StreamUint8Array") ? "bytes" : deriveShape(schema.ast)

/** Whether each value of a query or path is written unchanged: a text, a number or a boolean. */
const isWritten = (schema: Schema.Top | undefined): boolean => {
  if (schema === undefined) return true
  const ast = SchemaAST.toType(schema.ast)
  return SchemaAST.isObjects(ast) && ast.propertySignatures.every(({ type }) => isSimple(type))
}

const isSimple = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isUnion(ast) ? ast.types.every(isSimple) : simple.some((is) => is(ast))

const simple = [
  SchemaAST.isString,
  SchemaAST.isNumber,
  SchemaAST.isBoolean,
  SchemaAST.isLiteral,
  SchemaAST.isUndefined
] as const

/** Whether a body is sent unchanged; undefined values are sent as null. */
const isSentAsItIs = (ast: SchemaAST.AST): boolean => {
  if (SchemaAST.isUndefined(ast)) return true
  if (ast.encoding !== undefined) return false
  if (SchemaAST.isUnion(ast)) return ast.types.every(isSentAsItIs)
  if (SchemaAST.isArrays(ast)) return [...ast.elements, ...ast.rest].every(isSentAsItIs)
  if (SchemaAST.isObjects(ast)) {
    return [...ast.propertySignatures, ...ast.indexSignatures].every(({ type }) => isSentAsItIs(type))
  }
  return isSimple(ast) || SchemaAST.isNull(ast) || SchemaAST.isUnknown(ast)
}
