import type { Words } from "#core/api/problem.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"

/** The result if the rules refuse: '****' and the reason (001 §6). */
export const DeniedStep = ({ words }: { readonly words: Words }) => (
  <>
    <p className="reveal-code code" aria-hidden="true">
      ****
    </p>
    <p className="reveal-about" role="alert">
      {words.error} <span className="muted">{words.next}</span>
    </p>
    <p className="reveal-do">
      <CommandButton command="layer.close" look="primary">
        Continue
      </CommandButton>
    </p>
  </>
)
