import { useState } from "react"
import { dialogPart } from "#web/ui/frontPart.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"

export const ProfileMenu = dialogPart(() => import("./ProfileMenu.tsx"), "ProfileMenu")

/** First name and last initial, as shown on the button. */
const shortName = ({ firstName, lastName, name }: { firstName: string; lastName: string; name: string }): string =>
  firstName === "" ? name : `${firstName}${lastName === "" ? "" : ` ${lastName.slice(0, 1)}.`}`

/** Opens the profile menu below the button. */
export const ProfileButton = () => {
  const user = useSignedInUser()
  const [open, setOpen] = useState(false)
  useCommands({ scope: "anywhere", handlers: { "profile.open": () => setOpen(true) } })
  return (
    <div className="profile">
      <CommandButton command="profile.open" className="profile-button" label={`${shortName(user)}, profile`}>
        <span className="profile-name">{shortName(user)}</span>
      </CommandButton>
      {open ? <ProfileMenu onClose={() => setOpen(false)} /> : null}
    </div>
  )
}
