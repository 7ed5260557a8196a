import { completeWord, fileReply } from "./completeWord.ts"

/**
 * A completion script for bash 3.2 and later. It registers file names as the default, because bash 3 can't ask for them while it
 * completes: only readline can quote them and continue a folder.
 */
export const bashCompletion = `# bash completion for lockdesk
_lockdesk() {
  local line kind=""
  COMPREPLY=()
  while IFS= read -r line; do
    if [ -z "$kind" ]; then kind="$line"; else COMPREPLY+=("$line"); fi
  done < <("$1" ${completeWord} bash "\${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" \\
    "\${COMP_TYPE:-}" "\${COLUMNS:-}" 2> /dev/null < /dev/null)
  if [ "$kind" != ${fileReply} ]; then compopt +o default 2> /dev/null; fi
}
complete -o default -F _lockdesk lockdesk
`
