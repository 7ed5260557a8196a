import { Schema } from "effect"
import { Area } from "#core/auth/permissions.ts"
import { askAnAdmin } from "#core/base/fieldWords.ts"
import { defineProblem, refusedFields } from "#core/base/problem.ts"

/** No key of this id is the company's, or of the facilities of who asks. */
export class ApiKeyNotFound extends defineProblem<ApiKeyNotFound>()({
  tag: "ApiKeyNotFound",
  status: 404,
  exit: "notFound",
  data: Schema.Struct({ id: Schema.Int }),
  words: { error: "API key not found.", next: "Check the list of API keys." }
}) {}

/** Fields of the form break a rule; `issues` name each. */
export class ApiKeyRefused extends defineProblem<ApiKeyRefused>()({
  tag: "ApiKeyRefused",
  status: 422,
  exit: "usage",
  ...refusedFields
}) {}

/** A key reaches no further than who makes it, changes it or reads its secret. */
export class ApiKeyTooWide extends defineProblem<ApiKeyTooWide>()({
  tag: "ApiKeyTooWide",
  status: 403,
  exit: "denied",
  data: Schema.Struct({
    /** The area in which it does; null where it is of something else. */
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

/** A revoked key stays revoked. */
export class ApiKeyRevoked extends defineProblem<ApiKeyRevoked>()({
  tag: "ApiKeyRevoked",
  status: 409,
  exit: "conflict",
  words: { error: "This API key was revoked.", next: "Create a new key." }
}) {}

/** The key is not what it was when it was opened. Nothing was changed. */
export class ApiKeyChangedMeanwhile extends defineProblem<ApiKeyChangedMeanwhile>()({
  tag: "ApiKeyChangedMeanwhile",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ id: Schema.Int, version: Schema.Int }),
  words: {
    error: "This API key was changed by someone else since you opened it.",
    next: "Load the latest version and make your change again."
  }
}) {}

/** The company keeps no secrets, so this one cannot be shown again. */
export class SecretNotKept extends defineProblem<SecretNotKept>()({
  tag: "SecretNotKept",
  status: 409,
  exit: "conflict",
  words: {
    error: "This secret was shown once and wasn't saved.",
    next: "Rotate the secret to get a new one."
  }
}) {}
