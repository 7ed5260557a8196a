import { isForSomeKey } from "#core/apikeys/apiKeyRules.ts"
import { type Annotated, declaredAccess, openToKeys } from "#core/auth/Access.ts"
import { byOperation, type Group, type Paths, withOperations } from "./operations.ts"

/** The introduction of the reference: how a program makes these calls. */
export const howToCall = `The calls of Lockdesk.

Every call takes \`Authorization: Bearer TOKEN\`. A program uses the secret of an API key, which an admin creates under
Integrations, API Settings:

\`\`\`sh
curl "https://lockdesk.example/api/locks/search?count=10" -H "Authorization: Bearer $LOCKDESK_TOKEN"
\`\`\`

A key reaches the facilities and areas it was given, of these only facilities that are included in the API. Combinations are
masked for it; it reveals one, with a reason and on record, only where the key may. Calls about a person's own session, about
jobs and imports, and about the keys themselves answer 403 \`NotForApiKeys\` or \`AccessDenied\`. A key that is inactive,
expired, rotated or deleted answers 401 \`ApiKeyNotAccepted\`. A parameter or a field of a body that a call doesn't have answers
400 \`Malformed\`, which names it. There are no ETags: to change something only if it is as you read it, send back what its body
takes of \`version\`, \`updatedOn\` and \`was\`; otherwise the last change wins. Responses can get new fields: ignore those you
don't know. An unknown path answers 404 \`NoSuchCall\`, and another method than those of a path 405 \`MethodNotAllowed\`, with
\`allow\`. Too many calls answer 429, and an unavailable service 503, both with \`retry-after\` if it helps to wait. Calls that
create something take an \`idempotency-key\`, 1 to 100 characters that the client makes up: sent again with the same key because
the answer was lost, such a call creates nothing more and answers as the first time. Browsers can't make these calls from pages
of other sites. People use the token of their session instead, from \`POST /api/auth/login\`.`

/** Authentication schemes. */
const securitySchemes = {
  apiKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "ldk_live_ and 39 letters and digits",
    description: "The secret of an API key"
  },
  session: { type: "http", scheme: "bearer", description: "The token of a person's session" }
} as const

type Requirement = Readonly<Record<string, ReadonlyArray<never>>>

const people: ReadonlyArray<Requirement> = [{ session: [] }]
const peopleAndKeys: ReadonlyArray<Requirement> = [{ apiKey: [] }, ...people]

/** What a call requires by its declared access; nothing if it is public. */
const requirementOf = (endpoint: Annotated): ReadonlyArray<Requirement> => {
  const access = declaredAccess(endpoint)
  if (access?.kind === "public") return []
  return access !== null && openToKeys(endpoint) && isForSomeKey(access) ? peopleAndKeys : people
}

interface Operation {
  readonly operationId: string
}

/** Adds the schemes to the OpenAPI document, and to each operation which of them it accepts. */
export const withSecurity = (
  document: Record<string, unknown>,
  groups: ReadonlyArray<Group<Annotated>>
): Record<string, unknown> => {
  const required = byOperation(groups, requirementOf)
  const secured = (operation: Operation) => ({ ...operation, security: required.get(operation.operationId) })
  return {
    ...document,
    paths: withOperations(document["paths"] as Paths<Operation>, secured),
    components: { ...(document["components"] as object | undefined), securitySchemes },
    security: peopleAndKeys
  }
}
