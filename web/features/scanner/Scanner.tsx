import "./scanner.css"
import { useCallback, useEffect, useRef, useState } from "react"
import { center } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { TextField } from "#web/ui/TextField.tsx"
import type { CameraRefusal } from "./camera.ts"
import { NotFoundDialog } from "./NotFoundDialog.tsx"
import { ScanSession } from "./ScanSession.tsx"
import { useFound } from "./useFound.ts"

/** Scans a lock by camera, by a keyboard scanner, or from a pasted code (001 §2). */
export const Scanner = () => {
  const [scanning, setScanning] = useState(false)
  const [refusal, setRefusal] = useState<CameraRefusal | null>(null)
  const [text, setText] = useState("")
  const field = useRef<HTMLInputElement>(null)
  const { notFound, follow, dismiss } = useFound()
  useEffect(() => field.current?.focus(), [])

  const close = useCallback(() => setScanning(false), [])
  const start = (): void => {
    setRefusal(null)
    setScanning(true)
  }
  const look = (): void => {
    if (text.trim() === "") return field.current?.focus()
    setText("")
    void follow(text)
  }
  useCommands({
    scope: "anywhere",
    handlers: { "scan.start": start, "scan.look": look, "form.submit": () => void center.perform("scan.look") }
  })
  return (
    <>
      <section className="card scan-card" aria-labelledby="scan-camera">
        <header>
          <h2 id="scan-camera">Camera</h2>
        </header>
        <div className="scan-body">
          <CommandButton command="scan.start" look="primary" notYet={scanning ? "Already scanning." : null}>
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
          <h2 id="scan-reader">Barcode scanner or paste</h2>
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
          <CommandButton
            command="scan.look"
            sends
            submit
            notYet={text.trim() === "" ? "Scan or paste a code first." : null}
          >
            Look up
          </CommandButton>
        </form>
      </section>
      {scanning ? (
        <ScanSession
          onRefused={(why) => {
            setScanning(false)
            setRefusal(why)
          }}
          onClose={close}
        />
      ) : null}
      {notFound === null ? null : <NotFoundDialog notFound={notFound} onClose={dismiss} />}
    </>
  )
}
