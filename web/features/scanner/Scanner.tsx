import "./scanner.css"
import { Link } from "@tanstack/react-router"
import { useCallback, useEffect, useRef, useState } from "react"
import { routeOf } from "#core/navigation/routes.ts"
import { now } from "#web/app/clock.ts"
import { center } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Dialog } from "#web/ui/Dialog.tsx"
import { TextField } from "#web/ui/TextField.tsx"
import type { CameraRefusal } from "./camera.ts"
import { ScanOverlay } from "./ScanOverlay.tsx"
import { type NotFound, useFound } from "./useFound.ts"

/** How long a code that was dismissed may stay before the camera, in milliseconds. */
const rest = 2_000

/** Scanning a lock: by camera, by a reader, or by a pasted code (001 §2). */
export const Scanner = () => {
  const [scanning, setScanning] = useState(false)
  const [refusal, setRefusal] = useState<CameraRefusal | null>(null)
  const [text, setText] = useState("")
  const field = useRef<HTMLInputElement>(null)
  const { notFound, follow, dismiss } = useFound()
  const busy = useRef(false)
  const rested = useRef({ code: "", until: 0 })
  useEffect(() => field.current?.focus(), [])

  const close = useCallback(() => setScanning(false), [])
  /** One code at a time: a picture shows the same one many times. */
  const take = async (code: string): Promise<void> => {
    if (busy.current) return
    busy.current = true
    try {
      await follow(code)
    } finally {
      busy.current = false
    }
  }
  /** What the camera sees; a code that was just dismissed is not told again at once. */
  const see = (code: string): void => {
    const { current } = rested
    if (code === current.code && now() < current.until) return
    rested.current = { code, until: 0 }
    void take(code)
  }
  const goOn = (): void => {
    rested.current.until = now() + rest
    dismiss()
  }
  const start = (): void => {
    setRefusal(null)
    setScanning(true)
  }
  const look = (): void => {
    if (text.trim() === "") return field.current?.focus()
    setText("")
    void take(text)
  }
  useCommands({
    scope: "anywhere",
    handlers: { "scan.start": start, "scan.look": look, "form.submit": () => void center.perform("scan.look") }
  })
  return (
    <>
      <section className="card scan-card" aria-labelledby="scan-camera">
        <header>
          <h2 id="scan-camera">By camera</h2>
        </header>
        <div className="scan-body">
          <CommandButton command="scan.start" look="primary" notYet={scanning ? "It is scanning." : null}>
            {scanning ? "Scanning..." : "Scan QR Code"}
          </CommandButton>
          {refusal === null ? null : (
            <p role="alert" className="scan-refused">
              {refusal.error} <span className="muted">{refusal.next}</span>
            </p>
          )}
        </div>
      </section>
      <section className="card scan-card" aria-labelledby="scan-reader">
        <header>
          <h2 id="scan-reader">By a reader, or pasted</h2>
        </header>
        <form
          className="scan-body"
          onSubmit={(event) => {
            event.preventDefault()
            center.perform("scan.look")
          }}
        >
          <TextField
            label="Serial code or link"
            ref={field}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onText={setText}
          />
          <CommandButton command="scan.look" submit notYet={text.trim() === "" ? "Scan or paste a code first." : null}>
            Look up
          </CommandButton>
        </form>
      </section>
      {scanning ? (
        <ScanOverlay
          looking={notFound === null}
          onCode={see}
          onRefused={(why) => {
            setScanning(false)
            setRefusal(why)
          }}
          onClose={close}
        />
      ) : null}
      {notFound === null ? null : <NotFoundDialog notFound={notFound} onClose={goOn} />}
    </>
  )
}

/** What a code led to that leads nowhere; scanning goes on behind it once it is closed. */
const NotFoundDialog = ({ notFound, onClose }: { readonly notFound: NotFound; readonly onClose: () => void }) => {
  useCommands({ scope: "anywhere", modal: true, handlers: { "scan.goOn": onClose, "layer.close": onClose } })
  return (
    <Dialog title={notFound.text} onClose={onClose} className="scan-told">
      <p className="dialog-foot">
        {notFound.serialCode === null ? null : (
          <Link
            to={routeOf("locks.activate").path}
            search={{ serialCode: notFound.serialCode } as never}
            className="btn secondary"
            data-command="go.locks.activate"
          >
            Activate this lock
          </Link>
        )}
        <CommandButton command="scan.goOn" look="primary">
          OK
        </CommandButton>
      </p>
    </Dialog>
  )
}
