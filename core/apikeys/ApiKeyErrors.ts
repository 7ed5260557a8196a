import { Schema } from "effect"
import { Area } from "#core/auth/permissions.ts"
import { askAnAdmin } from "#core/base/fieldWords.ts"
import { changedMeanwhile, updatedBy } from "#core/base/changedMeanwhile.ts"
import { ApiKeyId } from "#core/base/ids.ts"
import { defineProblem, refusedFields } from "#core/base/problem.ts"

/** No key of the company, or of the caller's facilities, has this id. */
export class ApiKeyNotFound extends defineProblem<ApiKeyNotFound>()({
  tag: "ApiKeyNotFound",
  status: 404,
  exit: "notFound",
  data: Schema.Struct({ id: ApiKeyId }),
  words: { error: "API key not found.", next: "Check the list of API keys." }
}) {}

/** Invalid fields of the form; `issues` lists each. */
export class ApiKeyRefused extends defineProblem<ApiKeyRefused>()({
  tag: "ApiKeyRefused",
  status: 422,
  exit: "usage",
  ...refusedFields
}) {}

/** A key can't have more access than the user who creates it, edits it or reads its secret. */
export class ApiKeyTooWide extends defineProblem<ApiKeyTooWide>()({
  tag: "ApiKeyTooWide",
  status: 403,
  exit: "denied",
  data: Schema.Struct({
    /** The area with too much access; null if the problem is not an area. */
    area: Schema.NullOr(Area.Id),
    beyond: Schema.Literals(["area", "facilities", "reveal"])
  }),
  words: ({ area, beyond }) => ({
    error:
      beyond === "area"
        ? `This API key has more access to ${area === null ? "an area" : Area.label(area)} than you do.`
        : beyond === "facilities"
          ? "This API key is for facilities that you can't see."
          : "This API key can reveal combinations, and you can't.",
    next: `Give the key less access. ${askAnAdmin}`
  })
}) {}

/** People and the terminal know a key by its name, so two keys in use never share one. */
export class ApiKeyNameTaken extends defineProblem<ApiKeyNameTaken>()({
  tag: "ApiKeyNameTaken",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ name: Schema.String }),
  words: ({ name }) => ({
    error: `There is already an API key named '${name}'.`,
    next: "Choose another name, or revoke that key first."
  })
}) {}

/** A revoked key stays revoked. */
export class ApiKeyRevoked extends defineProblem<ApiKeyRevoked>()({
  tag: "ApiKeyRevoked",
  status: 409,
  exit: "conflict",
  words: { error: "This API key was revoked.", next: "Create a new key." }
}) {}

/** The message of `ApiKeyChangedMeanwhile`, which a form shows before it is sent, too. */
export const apiKeyChanged = changedMeanwhile("This API key was", "it")

/** The key was changed after it was opened. Nothing was saved. */
export class ApiKeyChangedMeanwhile extends defineProblem<ApiKeyChangedMeanwhile>()({
  tag: "ApiKeyChangedMeanwhile",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ id: ApiKeyId, version: Schema.Int, ...updatedBy }),
  words: apiKeyChanged
}) {}

/** The company does not store secrets, so this one can't be shown again. */
export class SecretNotKept extends defineProblem<SecretNotKept>()({
  tag: "SecretNotKept",
  status: 409,
  exit: "conflict",
  words: {
    error: "This secret was shown once and wasn't saved.",
    next: "Rotate the secret to get a new one."
  }
}) {}
