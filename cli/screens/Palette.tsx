import { useWindowSize } from "ink"
import { useEffect, useRef, useState } from "react"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { ShownLock } from "#core/locks/Lock.ts"
import { isSignedOut } from "#cli/session.ts"
import { failureOf } from "#cli/output/failureOf.ts"
import { failureText } from "#cli/output/Failure.ts"
import { lockName, serialOf } from "#core/base/serialText.ts"
import { cancelled } from "#cli/input/ask.ts"
import { ArgumentPage } from "./ArgumentPage.tsx"
import { type ChosenCommand, missingInputs } from "./ChosenCommand.ts"
import { LockPage } from "./LockPage.tsx"
import type { Asked, PaletteData } from "./paletteData.ts"
import type { Page } from "./palettePages.ts"
import type { Chosen } from "./paletteRows.ts"
import { QuestionPage } from "./QuestionPage.tsx"
import { ResultPage } from "./ResultPage.tsx"
import { Reveal } from "./Reveal.tsx"
import { recentLock, SearchPage } from "./SearchPage.tsx"
import { SignInPage } from "./SignInPage.tsx"
import { UnreachablePage } from "./UnreachablePage.tsx"
import { WaitingPage } from "./WaitingPage.tsx"

export interface PaletteProps {
  readonly data: PaletteData
  readonly onLeave: () => void
}

/** The palette: a stack of pages, with the search at the bottom. Esc closes the top one. */
export const Palette = ({ data, onLeave }: PaletteProps) => {
  const [user, setUser] = useState<LoggedInUser | "unknown" | "nobody">("unknown")
  /** Why the server could not return the signed-in user. */
  const [trouble, setTrouble] = useState<ReadonlyArray<string> | null>(null)
  const [pages, setPages] = useState<ReadonlyArray<Page>>([])
  const [draft, setDraft] = useState("")
  const [recents, setRecents] = useState(data.recents)

  const { columns } = useWindowSize()
  const turns = useRef(0)
  const questions = useRef(0)

  const open = (page: Page) => setPages((before) => [...before.filter((each) => each.kind !== "waiting"), page])
  const back = () => setPages((before) => before.slice(0, -1))
  const say = (title: string, lines: ReadonlyArray<string>) => open({ kind: "result", title, lines })
  const linesOf = (cause: unknown) => failureText(failureOf(cause, data.host).facts).split("\n")
  const fail = (title: string) => (cause: unknown) => say(title, linesOf(cause))
  /** Shows that something is running. Its result is ignored if something else was started or the wait was canceled. */
  const wait = (what: string): (() => boolean) => {
    const turn = ++turns.current
    open({ kind: "waiting", what })
    return () => turn === turns.current
  }
  /** Cancels what is running. */
  const leave = () => {
    turns.current++
    back()
  }

  const askUser = () => {
    setTrouble(null)
    data.user().then(setUser, (cause: unknown) => (isSignedOut(cause) ? setUser("nobody") : setTrouble(linesOf(cause))))
  }
  useEffect(askUser, [data])

  /** Opens a page for a command's question, in place of its waiting page until it is answered. */
  const askPerson = (title: string, what: string, asked: Asked, still: () => boolean) =>
    new Promise<string>((resolve, reject) => {
      if (!still()) return reject(cancelled())
      const onAnswer = (answer: string) => {
        setPages((before) => [...before.slice(0, -1), { kind: "waiting", what }])
        resolve(answer)
      }
      const onCancel = () => {
        leave()
        reject(cancelled())
      }
      open({ kind: "question", number: ++questions.current, title, ...asked, onAnswer, onCancel })
    })

  const run = (chosen: ChosenCommand) => {
    const { spec } = chosen
    const what = `${spec.title} ...`
    const still = wait(what)
    data.run({ ...chosen, columns, ask: (asked) => askPerson(spec.title, what, asked, still) }).then(
      ({ text, failure }) => {
        if (!still()) return
        setRecents(data.remember(spec.id))
        const lines = text === "" ? [] : text.trimEnd().split("\n")
        const ending = failure === null ? (lines.length === 0 ? ["Done."] : []) : failureText(failure.facts).split("\n")
        setPages([])
        setDraft("")
        say(spec.title, [...lines, ...ending])
      },
      (cause: unknown) => (still() ? fail(spec.title)(cause) : undefined)
    )
  }

  /** Asks for missing inputs, then runs. */
  const goOn = (chosen: ChosenCommand) => {
    const [next] = missingInputs(chosen)
    if (next !== undefined) return open({ kind: "argument", chosen, input: next })
    if (chosen.spec.id !== "locks.reveal") return run(chosen)
    const { serialCode, reason } = chosen.given
    open({
      kind: "reveal",
      serialCode: serialOf(String(serialCode)),
      reason: typeof reason === "string" ? reason : null
    })
  }

  const openLock = (title: string, find: () => Promise<ShownLock>) => {
    const still = wait(`${title} ...`)
    find().then(
      (lock) => {
        if (!still()) return
        setRecents(data.remember(recentLock(lock)))
        open({ kind: "lock", lock })
      },
      (cause: unknown) => (still() ? fail(title)(cause) : undefined)
    )
  }

  const openSerial = (serialCode: string) => openLock(lockName({ serialCode }), () => data.lockWithSerial(serialCode))

  const choose = (chosen: Chosen) =>
    chosen.kind === "lock" ? openLock(lockName(chosen.lock), () => data.showLock(chosen.lock.lockID)) : goOn(chosen)

  /** Starts the next lookup: everything of the last one is closed, and no typed digit is lost. */
  const nextLookup = (digits: string) => {
    setPages([])
    setDraft(digits)
  }

  const page = pages.at(-1)
  if (page === undefined) {
    if (trouble !== null) return <UnreachablePage lines={trouble} onRetry={askUser} onLeave={onLeave} />
    if (user === "unknown") return <WaitingPage what={`Asking ${data.host} ...`} onLeave={onLeave} />
    if (user === "nobody") return <SignInPage data={data} onUser={setUser} onLeave={onLeave} />
    return (
      <SearchPage
        data={data}
        user={user}
        recents={recents}
        draft={draft}
        onDraft={setDraft}
        onChoose={choose}
        onSerial={openSerial}
        onLeave={onLeave}
      />
    )
  }
  switch (page.kind) {
    case "waiting":
      return <WaitingPage what={page.what} onLeave={leave} />
    case "argument":
      return (
        <ArgumentPage
          key={page.input.key}
          data={data}
          title={page.chosen.spec.title}
          input={page.input}
          onEnter={(value) => goOn({ ...page.chosen, given: { ...page.chosen.given, [page.input.key]: value } })}
          onBack={back}
        />
      )
    case "question":
      return <QuestionPage {...page} key={page.number} data={data} />
    case "result":
      return <ResultPage title={page.title} lines={page.lines} onBack={back} />
    case "lock":
      return typeof user === "string" ? null : (
        <LockPage
          lock={page.lock}
          user={user}
          onReveal={(reason) => open({ kind: "reveal", serialCode: page.lock.serialCode, reason })}
          onLog={() => {
            const spec = data.specs.find((each) => each.id === "locks.log")
            if (spec !== undefined) run({ spec, given: { lockID: `#${page.lock.lockID}` }, flags: {} })
          }}
          onBack={back}
          onDigits={nextLookup}
        />
      )
    case "reveal":
      return (
        <Reveal
          serialCode={page.serialCode}
          reason={page.reason}
          reveal={(reason) => data.reveal(page.serialCode, reason)}
          onEnd={(end, digits) => {
            if (end === "cancelled") back()
            else nextLookup(digits)
          }}
          onDigits={nextLookup}
          onFailure={(cause) => {
            back()
            fail("Reveal the combination")(cause)
          }}
        />
      )
  }
}

/** The palette as an element, for code that is not JSX. */
export const paletteScreen = (props: PaletteProps) => <Palette {...props} />
