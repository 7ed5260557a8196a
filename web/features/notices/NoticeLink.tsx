import { homePath } from "#core/navigation/routes.ts"
import { goTo } from "#web/app/address.ts"
import { withCompany } from "#web/app/companyAddress.ts"
import { isPlainClick } from "#web/app/isPlainClick.ts"
import { isOfCompanyHere, type Notice } from "#web/app/notices.ts"
import { mayLoseTyped } from "#web/app/unsaved.ts"
import { actFor } from "#web/ui/actFor.ts"

interface NoticeLinkProps {
  readonly notice: Notice
  readonly onOpen: () => void
}

/**
 * Links to the screen of a notification that has one. Switches to its company first, because the same path is another job in another
 * company. Not a `Link`: toasts are outside the router.
 */
export const NoticeLink = ({ notice, onOpen }: NoticeLinkProps) => {
  const { path = homePath } = notice
  const open = async (): Promise<void> => {
    const { companyID } = notice
    if (companyID !== undefined && !isOfCompanyHere(notice)) await actFor(companyID, path)
    else if (await mayLoseTyped()) goTo(path)
  }
  return (
    <a
      href={withCompany(path)}
      // So far only jobs and imports have notifications with a screen.
      data-command="jobs.show"
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        onOpen()
        void open()
      }}
    >
      Open
    </a>
  )
}
