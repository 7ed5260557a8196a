import { Context, Effect, Layer } from "effect"
import { UploadsBusy } from "#core/auth/AuthErrors.ts"
import type { CompanyId } from "#core/base/ids.ts"

/** The number of files a company may upload at the same time. */
export const uploadsAtOnce = 2

/** Uploads in progress: each is held in memory while it is read, so the number per company is limited. */
export class Uploads extends Context.Service<
  Uploads,
  {
    /** Runs the upload and parsing of a file, or refuses if the company has too many uploads running. */
    readonly one: <A, E, R>(
      companyID: CompanyId,
      upload: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | UploadsBusy, R>
  }
>()("lockdesk/server/Uploads") {
  static readonly layer = Layer.sync(Uploads, () => {
    const underWay = new Map<CompanyId, number>()
    return Uploads.of({
      one: (companyID, upload) =>
        Effect.acquireUseRelease(
          Effect.suspend(() => {
            const count = underWay.get(companyID) ?? 0
            if (count >= uploadsAtOnce) return Effect.fail(new UploadsBusy({ data: { atOnce: uploadsAtOnce } }))
            return Effect.sync(() => underWay.set(companyID, count + 1))
          }),
          () => upload,
          () =>
            Effect.sync(() => {
              const left = (underWay.get(companyID) ?? 1) - 1
              if (left === 0) underWay.delete(companyID)
              else underWay.set(companyID, left)
            })
        )
    })
  })
}
