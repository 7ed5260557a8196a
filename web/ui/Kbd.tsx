import { keysShown } from "#web/keyboard/keysShown.ts"

/** Keys or a key sequence, labeled as on the user's keyboard. */
export const Kbd = ({ keys }: { readonly keys: string }) => (
  <span className="kbds" aria-hidden="true">
    {keysShown(keys).map((key) => (
      <kbd key={key} className="kbd">
        {key}
      </kbd>
    ))}
  </span>
)
