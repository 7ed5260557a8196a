import { lazyPart } from "#web/app/lazyPart.ts"
import type { NamedFacility } from "#core/facilities/findFacility.ts"
import type { Page } from "./pages.ts"

const Answer = lazyPart(() => import("./Answer.tsx"), "Answer")

interface PageBodyProps {
  readonly page: Page
  readonly facilities: ReadonlyArray<NamedFacility>
}

/** What stands between the input and the rows: that something is under way, what was answered, or why not. */
export const PageBody = ({ page, facilities }: PageBodyProps) => {
  switch (page.kind) {
    case "working":
      return (
        <p className="palette-body muted" role="status">
          {page.command.title} ...
        </p>
      )
    case "result":
      return (
        <div className="palette-body" role="status">
          <Answer command={page.command.id} value={page.value} facilities={facilities} />
        </div>
      )
    case "failed":
      return (
        <p className="palette-body" role="alert">
          {page.words.error} {page.words.next}
        </p>
      )
    default:
      return null
  }
}
