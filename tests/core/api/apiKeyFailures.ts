import type { Problem } from "#core/api/problem.ts"
import * as ApiKeys from "#core/apikeys/ApiKeyErrors.ts"
import { ApiKeyId } from "#core/base/ids.ts"

/** The failures of API keys (see `words.test.ts`). */
export const apiKeyFailures: ReadonlyArray<readonly [Problem, number, string]> = [
  [new ApiKeys.ApiKeyNotFound({ data: { id: ApiKeyId.make(7) } }), 404, "API key not found."],
  [
    new ApiKeys.ApiKeyRefused({ data: { issues: [{ path: "name", message: "Name is required." }] } }),
    422,
    "Name is required."
  ],
  [new ApiKeys.ApiKeyNameTaken({ data: { name: "Gate sync" } }), 409, "There is already an API key named 'Gate sync'."],
  [
    new ApiKeys.ApiKeyTooWide({ data: { area: 13, beyond: "area" } }),
    403,
    "This API key has more access to Reports than you do."
  ],
  [
    new ApiKeys.ApiKeyTooWide({ data: { area: null, beyond: "facilities" } }),
    403,
    "This API key is for facilities that you can't see."
  ],
  [
    new ApiKeys.ApiKeyChangedMeanwhile({ data: { id: ApiKeyId.make(7), version: 2, updatedBy: "Ada Marsh" } }),
    409,
    "This API key was changed by Ada Marsh since you opened it."
  ],
  [new ApiKeys.ApiKeyRevoked(), 409, "This API key was revoked."],
  [new ApiKeys.SecretNotKept(), 409, "This secret was shown once and wasn't saved."]
]
