import { Context, Effect, Layer } from "effect"
import { UploadsBusy } from "#core/auth/AuthErrors.ts"

/** Files of one company that are received and read at once. */
export const uploadsAtOnce = 2

/** Files on their way in: each is held in memory while it is read, so a company has only a few at a time. */
export class Uploads extends Context.Service<
  Uploads,
  {
    /** Runs what receives and reads a file, or refuses where the company has enough of them under way. */
    readonly one: <A, E, R>(companyID: number, upload: Effect.Effect<A, E, R>) => Effect.Effect<A, E | UploadsBusy, R>
  }
>()("lockdesk/server/Uploads") {
  static readonly layer = Layer.sync(Uploads, () => {
    const underWay = new Map<number, number>()
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
