import { keysShown } from "#web/keyboard/keysShown.ts"

/** A key, or keys one after the other, as a person sees them on their keyboard. */
export const Kbd = ({ keys }: { readonly keys: string }) => (
  <span className="kbds" aria-hidden="true">
    {keysShown(keys).map((key) => (
      <kbd key={key} className="kbd">
        {key}
      </kbd>
    ))}
  </span>
)
