import { type Schema, SchemaAST } from "effect"
import { type Annotated, declaredAccess } from "#core/auth/Access.ts"
import { madeOnce } from "#core/auth/RequestKey.ts"
import { SavedAlready } from "./ApiErrors.ts"
import { guardFailures } from "./Guard.ts"
import { byOperation, type Group, type Paths, withOperations } from "./operations.ts"
import { type DocumentedResponse, failureResponse, failuresOf, isFailure } from "./responseNames.ts"

type Endpoint = Annotated & { readonly error: ReadonlySet<Schema.Top> }

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, DocumentedResponse>>
}

/** The code of a failure that a call declares. */
const codeOf = ({ ast }: Schema.Top): string => {
  const sent = SchemaAST.toEncoded(ast)
  const code = SchemaAST.isObjects(sent) ? sent.propertySignatures.find(({ name }) => name === "code")?.type : undefined
  return code !== undefined && SchemaAST.isLiteral(code) ? String(code.literal) : ""
}

const ofGuard = guardFailures.map(({ identifier }) => identifier)

/** What a call can't answer, although its middleware can: the guard lets everyone make a public call. */
const impossibleFor = (endpoint: Endpoint): ReadonlySet<string> => {
  const impossible = [
    ...(declaredAccess(endpoint)?.kind === "public" ? ofGuard : []),
    ...(madeOnce(endpoint) ? [] : [SavedAlready.identifier])
  ]
  const own = new Set([...endpoint.error].map(codeOf))
  return new Set(impossible.filter((code) => !own.has(code)))
}

/** Removes failures that a call can't have from an OpenAPI document. */
export const withPossibleResponses = (
  document: Record<string, unknown>,
  groups: ReadonlyArray<Group<Endpoint>>
): Record<string, unknown> => {
  const impossible = byOperation(groups, impossibleFor)
  const possible = (operation: Operation): object => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(operation.responses).flatMap(([status, response]): ReadonlyArray<readonly [string, object]> => {
        const all = isFailure(status) ? failuresOf(response) : []
        const left = all.filter((code) => impossible.get(operation.operationId)?.has(code) !== true)
        if (left.length === all.length) return [[status, response]]
        return left.length === 0 ? [] : [[status, failureResponse(left)]]
      })
    )
  })
  return { ...document, paths: withOperations(document["paths"] as Paths<Operation>, possible) }
}
