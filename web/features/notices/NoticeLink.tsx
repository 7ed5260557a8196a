import { Link } from "@tanstack/react-router"
import { isOfCompanyHere, type Notice } from "#web/app/notices.ts"
import { actFor } from "#web/ui/actFor.ts"

interface NoticeLinkProps {
  readonly notice: Notice
  readonly path: string
  readonly onOpen: () => void
}

/**
 * Links to a notification's screen. Switches to its company first, because the same path is another job in another
 * company.
 */
export const NoticeLink = ({ notice, path, onOpen }: NoticeLinkProps) => (
  <Link
    to={path}
    onClick={(event) => {
      const { companyID } = notice
      onOpen()
      if (companyID === undefined || isOfCompanyHere(notice)) return
      event.preventDefault()
      void actFor(companyID, path)
    }}
  >
    Open
  </Link>
)
