import { useEffect, useRef, useState } from "react"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { ShownLock } from "#core/locks/Lock.ts"
import { LockNotFound } from "#core/locks/LockErrors.ts"
import { isSignedOut } from "#cli/session.ts"
import { failureOf } from "#cli/output/failureOf.ts"
import { failureText } from "#cli/output/Failure.ts"
import type { CommandSpec } from "#cli/specs/CommandSpec.ts"
import { groupedSerial } from "#core/base/serialText.ts"
import { ArgumentPage } from "./ArgumentPage.tsx"
import { ConfirmPage } from "./ConfirmPage.tsx"
import { LockPage } from "./LockPage.tsx"
import type { PaletteData } from "./paletteData.ts"
import { missingInputs, needsSecondEnter, type Page } from "./palettePages.ts"
import type { Chosen } from "./paletteRows.ts"
import { ResultPage } from "./ResultPage.tsx"
import { Reveal } from "./Reveal.tsx"
import { recentLock, SearchPage } from "./SearchPage.tsx"
import { SignInPage } from "./SignInPage.tsx"
import { WaitingPage } from "./WaitingPage.tsx"

export interface PaletteProps {
  readonly data: PaletteData
  readonly onLeave: () => void
}

/** The palette: pages on a stack, the search at the bottom, Esc one layer up. */
export const Palette = ({ data, onLeave }: PaletteProps) => {
  const [user, setUser] = useState<LoggedInUser | "unknown" | "nobody">("unknown")
  const [pages, setPages] = useState<ReadonlyArray<Page>>([])
  const [draft, setDraft] = useState("")
  const [recents, setRecents] = useState(data.recents)

  const turns = useRef(0)

  const open = (page: Page) => setPages((before) => [...before.filter((each) => each.kind !== "waiting"), page])
  const back = () => setPages((before) => before.slice(0, -1))
  const say = (title: string, lines: ReadonlyArray<string>) => open({ kind: "result", title, lines })
  const fail = (title: string) => (cause: unknown) =>
    say(title, failureText(failureOf(cause, data.host).facts).split("\n"))
  /** Shows that something is under way. What comes of it counts as long as nothing else was begun or the wait left. */
  const wait = (what: string): (() => boolean) => {
    const turn = ++turns.current
    open({ kind: "waiting", what })
    return () => turn === turns.current
  }

  useEffect(() => {
    data.user().then(setUser, (cause: unknown) => {
      if (isSignedOut(cause)) return setUser("nobody")
      setUser("nobody")
      fail("The server cannot be asked")(cause)
    })
  }, [data])

  const run = (spec: CommandSpec, given: Readonly<Record<string, string>>, yes: boolean) => {
    const still = wait(`${spec.title} ...`)
    data.run(spec, given, yes).then(
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

  /** Asks for what is missing, then for a second Enter where it is dangerous, then runs. */
  const goOn = (spec: CommandSpec, given: Readonly<Record<string, string>>) => {
    const [next] = missingInputs(spec, given)
    if (next !== undefined) return open({ kind: "argument", spec, given, input: next })
    if (spec.id === "locks.reveal")
      return open({ kind: "reveal", serialCode: given["serialCode"] ?? "", reason: given["reason"] ?? null })
    if (needsSecondEnter(spec)) return open({ kind: "confirm", spec, given })
    run(spec, given, false)
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

  const openSerial = (serialCode: string) =>
    openLock(`Lock ${groupedSerial(serialCode)}`, async () => {
      const found = (await data.findLocks(serialCode)).find((lock) => lock.serialCode === serialCode)
      if (found === undefined) throw new LockNotFound()
      return data.showLock(found.lockID)
    })

  const choose = (chosen: Chosen) =>
    chosen.kind === "lock"
      ? openLock(`Lock ${groupedSerial(chosen.lock.serialCode)}`, () => data.showLock(chosen.lock.lockID))
      : goOn(chosen.spec, chosen.given)

  /** The next caller: nothing of the last one is left, and no digit of theirs is lost. */
  const nextLookup = (digits: string) => {
    setPages([])
    setDraft(digits)
  }

  const page = pages.at(-1)
  if (page === undefined) {
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
      return (
        <WaitingPage
          what={page.what}
          onLeave={() => {
            turns.current++
            back()
          }}
        />
      )
    case "argument":
      return (
        <ArgumentPage
          key={page.input.key}
          data={data}
          title={page.spec.title}
          input={page.input}
          onEnter={(value) => goOn(page.spec, { ...page.given, [page.input.key]: value })}
          onBack={back}
        />
      )
    case "confirm":
      return (
        <ConfirmPage spec={page.spec} given={page.given} onYes={() => run(page.spec, page.given, true)} onBack={back} />
      )
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
            if (spec !== undefined) run(spec, { lockID: `#${page.lock.lockID}` }, false)
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
