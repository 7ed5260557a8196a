import type { CommandSpec } from "#cli/specs/CommandSpec.ts"
import { completionTree } from "./completionTree.ts"
import { posixTables } from "./posixTables.ts"

/** A completion script for zsh: as \`_lockdesk\` in a folder of $fpath, or sourced after compinit. */
export const zshCompletion = (specs: ReadonlyArray<CommandSpec>): string => `#compdef lockdesk
${posixTables(completionTree(specs))}
_lockdesk() {
  local cur="\${words[CURRENT]}" prev="\${words[CURRENT-1]}" node="" skip="" word
  local -a found
  local i
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    if [[ -n "$skip" ]]; then skip=""; continue; fi
    case "$word" in
      -*) if _lockdesk_valued "" | grep -qxF -e "$word"; then skip=1; fi ;;
      *) if _lockdesk_words "$node" | grep -qxF -e "$word"; then node="\${node:+$node }$word"; fi ;;
    esac
  done
  found=("\${(@f)$(_lockdesk_option_values "$node $prev")}")
  if [[ -z "$found" && -n "$skip" ]]; then return; fi
  if [[ -z "$found" ]]; then
    case "$cur" in
      -*) found=("\${(@f)$(_lockdesk_options "$node")}") ;;
      *) found=("\${(@f)$(_lockdesk_words "$node"; _lockdesk_argument_values "$node")}") ;;
    esac
  fi
  if [[ -z "$found" ]]; then
    [[ -n "$(_lockdesk_files "$node")" ]] && _files
    return
  fi
  compadd -a found
}
if [[ "$funcstack[1]" == _lockdesk ]]; then _lockdesk "$@"; else compdef _lockdesk lockdesk; fi
`
