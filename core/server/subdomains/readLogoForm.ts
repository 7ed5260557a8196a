import { Effect, type Stream } from "effect"
import type { Multipart } from "effect/http"
import { logoHeadBytes, logoRefusal } from "#core/subdomains/logoRules.ts"
import { LogoRefused } from "#core/subdomains/SubdomainErrors.ts"
import { readOneFile } from "../http/readOneFile.ts"

/** The bytes of a form's only file, which must start like an image that can be a logo. Its name is ignored. */
export const readLogoForm = (
  parts: Stream.Stream<Multipart.Part, Multipart.MultipartError>
): Effect.Effect<Uint8Array, LogoRefused> =>
  readOneFile(
    parts,
    (reason) => new LogoRefused({ data: { reason } }),
    ({ bytes }) => {
      const refusal = logoRefusal({ size: bytes.length, head: bytes.subarray(0, logoHeadBytes) })
      return refusal === null ? Effect.void : Effect.fail(refusal)
    }
  ).pipe(Effect.map(({ bytes }) => bytes))
