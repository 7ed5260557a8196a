interface Reference {
  readonly $ref: string
}

/** A response of an OpenAPI document. */
export interface DocumentedResponse {
  readonly content?: {
    readonly "application/json"?: { readonly schema: Reference | { readonly anyOf: ReadonlyArray<Reference> } }
  }
}

export const isFailure = (status: string): boolean => Number(status) >= 400

/** The failures that a response refers to, each once. */
export const failuresOf = ({ content }: DocumentedResponse): ReadonlyArray<string> => {
  const schema = content?.["application/json"]?.schema
  if (schema === undefined) return []
  const references = "anyOf" in schema ? schema.anyOf : [schema]
  return [...new Set(references.map(({ $ref }) => $ref.split("/").at(-1) ?? ""))]
}

/** The response of some failures. */
export const failureResponse = (failures: ReadonlyArray<string>) => {
  const references = failures.map((name) => ({ $ref: `#/components/schemas/${name}` }))
  return {
    description: failures.join(" | "),
    content: { "application/json": { schema: references.length === 1 ? references[0] : { anyOf: references } } }
  }
}

/** What several failures that most calls have are called together, by their status. */
const togetherNames: Readonly<Record<string, string>> = { "401": "Unauthorized", "403": "Forbidden" }

/**
 * The name of a response: its failures, such as `FacilityNotFoundOrCompanyNotFound`. `usual` are the failures that most calls
 * have.
 */
export const failureResponseName = (
  status: string,
  failures: ReadonlyArray<string>,
  usual: ReadonlySet<string>
): string => {
  const own = failures.filter((name) => !usual.has(name))
  const others = failures.filter((name) => usual.has(name))
  const together = togetherNames[status]
  return [...own, ...(others.length > 1 && together !== undefined ? [together] : others)].join("Or")
}

/** The name of a successful response, and of its schema, after the first call that has it: `JobsActivateSuccess`. */
export const successResponseName = (operationId: string): string =>
  `${operationId
    .split(".")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")}Success`
