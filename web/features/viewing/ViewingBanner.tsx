import "#web/ui/Banner.css"
import "./viewing.css"
import { useSignedInUser } from "#web/app/Session.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"

const clock = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" })

/** Shows on every screen who the user is viewing as, and until when. */
export const ViewingBanner = () => {
  const { name, viewing } = useSignedInUser()
  if (viewing === undefined) return null
  return (
    <div role="note" aria-label="Viewing as someone else" className="banner viewing">
      <p>
        <strong>{name}</strong>, you're viewing as <strong>{viewing.as}</strong> until{" "}
        {clock.format(new Date(viewing.until))}. You can't change anything.
      </p>
      <CommandButton command="viewing.end">End</CommandButton>
    </div>
  )
}
