import { useEffect, useId, useRef, useState } from "react"
import { words } from "#core/api/problem.ts"
import { attachmentRefusal, imageTypes } from "#core/support/ticketRules.ts"
import { ticketLimits } from "#core/support/ticketLimits.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { useFileDrop } from "#web/ui/useFileDrop.ts"

interface ImageFieldProps {
  readonly images: ReadonlyArray<File>
  readonly onImages: (images: ReadonlyArray<File>) => void
}

const size = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

const attachment = async (file: File) => ({
  name: file.name,
  size: file.size,
  head: new Uint8Array(await file.slice(0, 8).arrayBuffer())
})

/**
 * Images of a ticket: selected, dropped or pasted; at most 5 of at most 5 MB. The content decides the type, not the
 * name (002 §5).
 */
export const ImageField = ({ images, onImages }: ImageFieldProps) => {
  const [refused, setRefused] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()

  const add = async (files: ReadonlyArray<File>): Promise<void> => {
    if (files.length === 0) return
    const refusal = attachmentRefusal(await Promise.all(files.map(attachment)), images.length)
    setRefused(refusal === null ? null : words(refusal).error)
    if (refusal === null) onImages([...images, ...files])
  }
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      void add(files)
    }
    document.addEventListener("paste", paste)
    return () => document.removeEventListener("paste", paste)
  })
  const { over, drop } = useFileDrop((files) => void add(files))
  useCommands({
    scope: "anywhere",
    handlers: {
      "support.detach": ({ input }) => {
        const at = input?.at
        onImages(images.filter((_, nth) => nth !== at))
        setRefused(null)
        field.current?.focus()
      }
    }
  })
  return (
    <div className={over ? "field support-images over" : "field support-images"} {...drop}>
      <label htmlFor={id}>Images</label>
      <input
        ref={field}
        id={id}
        type="file"
        multiple
        accept={imageTypes.join(",")}
        aria-describedby={refused === null ? `${id}-hint` : `${id}-refused ${id}-hint`}
        aria-invalid={refused !== null}
        onChange={({ target }) => {
          void add([...(target.files ?? [])])
          // Let the user choose the same file again.
          target.value = ""
        }}
      />
      <p id={`${id}-hint`} className="muted">
        JPEG or PNG, at most {ticketLimits.images} of at most 5 MB. They can be dropped or pasted here as well.
      </p>
      <p id={`${id}-refused`} className="issue" role="alert">
        {refused}
      </p>
      {images.length === 0 ? null : (
        <ul aria-label="Attached images">
          {images.map((image, at) => (
            <li key={`${image.name} ${image.lastModified} ${at}`}>
              <span className="support-name">{image.name}</span>
              <span className="muted">{size(image.size)}</span>
              <CommandButton
                command="support.detach"
                given={{ input: { at } }}
                shape="none"
                label={`Remove ${image.name}`}
              >
                Remove
              </CommandButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
