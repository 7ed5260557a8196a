import { createElement } from "react"
import type { JobPace } from "#core/jobs/jobPace.ts"
import type { Terminal } from "#cli/output/Terminal.ts"
import { prepareScreens } from "./loadScreens.ts"

/** A progress line on stderr that is updated while a job runs, and removed at its end. */
export interface ProgressLine {
  readonly show: (pace: JobPace) => void
  readonly close: () => Promise<void>
}

/** Draws progress below the messages, in place: takes no keys, and leaves nothing behind. */
export const progressOnScreen = async ({ streams, outputOptions }: Terminal): Promise<ProgressLine> => {
  await prepareScreens()
  const [{ render }, { JobProgress }] = await Promise.all([import("ink"), import("./JobProgress.tsx")])
  const app = render(null, {
    stdout: streams.stderr,
    stderr: streams.stderr,
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true
  })
  return {
    show: (pace) => app.rerender(createElement(JobProgress, { pace, color: outputOptions.color })),
    close: async () => {
      app.rerender(null)
      await app.waitUntilRenderFlush()
      app.unmount()
      await app.waitUntilExit()
    }
  }
}
