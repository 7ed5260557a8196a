import { useEffect, useState } from "react"
import type { Lock } from "#core/locks/Lock.ts"
import { revealSeconds } from "#core/reveals/revealTime.ts"
import { now } from "#web/app/clock.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import type { ShownCode, Stage } from "./revealStage.ts"

interface CodeStepProps {
  readonly stage: ShownCode | Extract<Stage, { readonly kind: "masked" }>
  readonly lock: Lock | null
}

const masked = {
  time: `Hidden after ${revealSeconds} seconds.`,
  key: "Hidden.",
  away: "Hidden because you switched windows."
} as const

/** What a screen reader announces: the combination digit by digit, but not the countdown. */
export const announcedCode = (stage: Stage): string =>
  stage.kind === "shown" ? `Combination ${[...stage.code].join(" ")}` : stage.kind === "masked" ? masked[stage.by] : ""

/** The result: the combination for a while, then '****' (001 §4). */
export const CodeStep = ({ stage, lock }: CodeStepProps) => (
  <>
    {stage.kind === "shown" ? <Shown stage={stage} /> : <Masked by={stage.by} />}
    <p className="reveal-do">
      {stage.kind === "shown" ? (
        <>
          <CommandButton command="reveal.copy">Copy</CommandButton>
          {lock === null ? null : (
            <CommandButton command="locks.log" given={{ lock }}>
              Log
            </CommandButton>
          )}
          <CommandButton command="reveal.mask">Mask</CommandButton>
          <CommandButton command="layer.close" look="primary" showKeys={false}>
            Continue
          </CommandButton>
        </>
      ) : (
        <>
          {lock === null ? null : (
            <CommandButton command="locks.reveal" given={{ lock }}>
              Reveal again
            </CommandButton>
          )}
          <CommandButton command="layer.close" look="primary">
            Continue
          </CommandButton>
        </>
      )}
    </p>
  </>
)

const Shown = ({ stage }: { readonly stage: ShownCode }) => {
  const [left, setLeft] = useState(revealSeconds)
  useEffect(() => {
    // A clock that is set back doesn't add time, and one that stops while the computer sleeps doesn't either.
    const ends = performance.now() + stage.until - now()
    const tick = () => setLeft(Math.max(0, Math.ceil(Math.min(stage.until - now(), ends - performance.now()) / 1000)))
    const ticking = setInterval(tick, 250)
    return () => clearInterval(ticking)
  }, [stage.until])
  return (
    <>
      <p className="reveal-code code" data-part="combination" aria-hidden="true">
        {stage.code}
      </p>
      <p className="reveal-about muted">
        {stage.reason === null ? (
          "No reason needed: your company doesn't hide codes"
        ) : (
          <>
            Your request was approved!
            <br />
            {stage.reason}
          </>
        )}
        , shown for <span data-part="seconds">{left}</span> s
        {stage.auditSeq === null ? null : (
          <>
            , audit <span className="code">#{stage.auditSeq}</span>
          </>
        )}
      </p>
      <p className="reveal-left" aria-hidden="true" style={{ ["--left" as string]: left / revealSeconds }} />
    </>
  )
}

const Masked = ({ by }: { readonly by: keyof typeof masked }) => (
  <>
    <p className="reveal-code code" data-part="masked">
      ****
    </p>
    <p className="reveal-about muted">{masked[by]} Type the next serial code, or continue.</p>
  </>
)
