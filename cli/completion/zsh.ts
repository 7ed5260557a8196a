import { completeWord, fileReply } from "./completeWord.ts"

/** A completion script for zsh: as `_lockdesk` in a folder of $fpath, or sourced after compinit. */
export const zshCompletion = `#compdef lockdesk
_lockdesk() {
  local -a found
  found=("\${(@f)$("\${(Q)words[1]}" ${completeWord} zsh "\${(@Q)words[2,CURRENT-1]}" "$QIPREFIX$PREFIX" 2> /dev/null < /dev/null)}")
  local kind="$found[1]"
  shift found
  # --status=Lost: what follows the equals sign is the option's value, and nothing else.
  if [[ "$PREFIX" == --*=* ]]; then compset -P 1 '*='; fi
  if [[ "$kind" == ${fileReply} ]]; then _files; return; fi
  # In this order, and "lost" continues as "Lost".
  (( $#found )) && _describe -V lockdesk found -S ' ' -r ', \\t\\n' -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}'
}
if [[ "$funcstack[1]" == _lockdesk ]]; then _lockdesk "$@"; else compdef _lockdesk lockdesk; fi
`
