import { Worker } from "node:worker_threads"
import { Duration, Effect } from "effect"
import { LogoRefused, LogoUnavailable } from "#core/subdomains/SubdomainErrors.ts"
import { logoLimits } from "#core/subdomains/subdomainLimits.ts"
import type { LogoAnswer } from "./logoMessages.ts"

const workerFile = new URL(import.meta.url.endsWith(".ts") ? "./logoWorker.ts" : "./logoWorker.js", import.meta.url)

/** Limits the JavaScript heap only; decoded pixels are native memory. */
const resourceLimits = { maxOldGenerationSizeMb: 128 }

/**
 * When to terminate the thread: longer than decoding may take, because starting the thread and loading the decoder take time
 * too.
 */
const patience = Duration.seconds(logoLimits.seconds * 3)

/** Converts an image to a PNG of at most 512 pixels per side, in its own thread. */
export const makeLogo = (bytes: Uint8Array): Effect.Effect<Uint8Array, LogoRefused | LogoUnavailable> =>
  Effect.callback<Uint8Array, LogoRefused | LogoUnavailable>((resume) => {
    const worker = new Worker(workerFile, { workerData: bytes, resourceLimits })
      .once("message", (answer: LogoAnswer) => {
        if ("png" in answer) resume(Effect.succeed(answer.png))
        else if ("absent" in answer) resume(Effect.fail(new LogoUnavailable()))
        else resume(Effect.fail(new LogoRefused({ data: { reason: answer.refused } })))
      })
      .once("error", (error) => resume(Effect.die(error)))
      .once("exit", (code) => resume(Effect.die(new Error(`the thread that reads a logo ended with ${code}`))))
    return Effect.promise(() => worker.terminate())
  }).pipe(
    Effect.timeoutOrElse({
      duration: patience,
      orElse: () => Effect.fail(new LogoRefused({ data: { reason: "TooSlow" } }))
    })
  )
