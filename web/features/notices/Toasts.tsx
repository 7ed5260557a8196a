import { useEffect, useRef, useState } from "react"
import { dismiss, useToasts } from "#web/app/notices.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { lazyPart } from "#web/app/lazyPart.ts"
import { NoticeText, spoken } from "./NoticeText.tsx"
import { useRunOut } from "./useRunOut.ts"
import "./Toasts.css"

const NoticeLink = lazyPart(() => import("./NoticeLink.tsx"), "NoticeLink")

/** Toasts, bottom left. Their timers pause while the pointer or the focus is on them. Esc in a toast dismisses it. */
export const Toasts = () => {
  const toasts = useToasts()
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  useRunOut(toasts, (hovered || focused) && toasts.length > 0)

  // When the focused toast is removed, move the focus to the main area. Browsers fire no event for that.
  useEffect(() => {
    if (!focused || list.current?.contains(document.activeElement) === true) return
    document.querySelector<HTMLElement>("#main, main")?.focus()
    setFocused(false)
  }, [toasts, focused])

  const takeAway = (id: number) => {
    dismiss(id)
    if (toasts.length === 1) setHovered(false)
  }
  useCommands({
    scope: "anywhere",
    handlers: {
      "notices.dismiss": ({ input }) => {
        const id = Number(input?.id ?? toasts.at(-1)?.id ?? 0)
        takeAway(id)
      }
    }
  })

  const spokenToasts = (urgent: boolean) =>
    toasts.filter(({ kind }) => (kind === "error" || kind === "warning") === urgent)
  return (
    <section aria-label="Toasts" className="toasts">
      <div className="hidden" role="status" aria-live="polite">
        {spokenToasts(false).map((each) => (
          <p key={each.id}>{spoken(each)}</p>
        ))}
      </div>
      <div className="hidden" role="alert" aria-live="assertive">
        {spokenToasts(true).map((each) => (
          <p key={each.id}>{spoken(each)}</p>
        ))}
      </div>
      <ol
        ref={list}
        onPointerEnter={() => setHovered(true)}
        onPointerLeave={() => setHovered(false)}
        onFocus={() => setFocused(true)}
        onBlur={({ relatedTarget }) => {
          if (!(relatedTarget instanceof Node) || list.current?.contains(relatedTarget) !== true) setFocused(false)
        }}
      >
        {toasts.map((each) => (
          <li
            key={each.id}
            className={`toast ${each.kind}`}
            data-toast={each.kind}
            onKeyDown={(event) => {
              if (event.key !== "Escape") return
              event.stopPropagation()
              takeAway(each.id)
            }}
          >
            <NoticeText notice={each} />
            {each.path === undefined ? null : <NoticeLink notice={each} onOpen={() => takeAway(each.id)} />}
            <CommandButton
              command="notices.dismiss"
              given={{ input: { id: each.id } }}
              shape="none"
              showKeys={false}
              label={`Dismiss: ${each.text}`}
            >
              <span aria-hidden="true">×</span>
            </CommandButton>
          </li>
        ))}
      </ol>
    </section>
  )
}
