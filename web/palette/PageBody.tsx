import { lazyPart } from "#web/app/lazyPart.ts"
import type { NamedFacility } from "#core/facilities/findFacility.ts"
import { inSentences } from "#core/base/inSentences.ts"
import { handsOutSecret } from "./destinations.ts"
import type { Page } from "./pages.ts"

const OlderSecret = lazyPart(() => import("#web/features/integrations/OlderSecret.tsx"), "OlderSecret")
const Answer = lazyPart(() => import("./Answer.tsx"), "Answer")

interface PageBodyProps {
  readonly page: Page
  readonly facilities: ReadonlyArray<NamedFacility>
}

/** Content between the input and the rows: progress, the response, or an error. */
export const PageBody = ({ page, facilities }: PageBodyProps) => {
  switch (page.kind) {
    // One region: the result is announced because the region is there before it.
    case "working":
    case "result":
      return (
        <div className="palette-body" role="status">
          {page.kind === "working" ? (
            <span className="muted">{page.command.title} ...</span>
          ) : (
            <Answer command={page.command.id} value={page.value} facilities={facilities} />
          )}
        </div>
      )
    case "failed":
      return (
        <p className="palette-body" role="alert">
          {inSentences(page.words.error, page.words.next)}
        </p>
      )
    case "confirm":
      return handsOutSecret(page.command) ? <OlderSecret command={page.command.id} id={page.input["id"]} /> : null
    default:
      return null
  }
}
