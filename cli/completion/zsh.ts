import type { CommandSpec } from "#cli/specs/CommandSpec.ts"
import { completionTree } from "./completionTree.ts"
import { posixTables } from "./posixTables.ts"

/** A completion script for zsh: as \`_lockdesk\` in a folder of $fpath, or sourced after compinit. */
export const zshCompletion = (specs: ReadonlyArray<CommandSpec>): string => `#compdef lockdesk
${posixTables(completionTree(specs))}
_lockdesk() {
  local cur="\${words[CURRENT]}" prev="\${words[CURRENT-1]}" node="" skip="" word many files=""
  local -a found
  local -i i nth=1
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    if [[ -n "$skip" ]]; then skip=""; continue; fi
    case "$word" in
      -?*) if _lockdesk_valued "" | grep -qxF -e "$word"; then skip=1; fi ;;
      *)
        if _lockdesk_words "$node" | grep -qxF -e "$word"; then node="\${node:+$node }$word"
        else nth=$((nth + 1)); fi ;;
    esac
  done
  many="$(_lockdesk_many "$node")"
  if [[ -n "$many" ]] && ((nth > many)); then nth=$many; fi
  # --status=Lost: what follows the equals sign is the option's value, and nothing else.
  if [[ "$cur" == --*=* ]]; then
    prev="\${cur%%=*}" skip=1
    compset -P 1 '*='
  fi
  found=("\${(@f)$(_lockdesk_option_values "$node $prev")}")
  files="$(_lockdesk_option_files "$node $prev")"
  if [[ -z "$found$files" ]]; then
    [[ -n "$skip" ]] && return
    case "$cur" in
      -*) found=("\${(@f)$(_lockdesk_options "$node")}") ;;
      *)
        found=("\${(@f)$(_lockdesk_words "$node"; _lockdesk_argument_values "$node $nth")}")
        files="$(_lockdesk_argument_files "$node $nth")" ;;
    esac
  fi
  if [[ -n "$files" ]]; then _files; return; fi
  [[ -n "$found" ]] && compadd -a found
}
if [[ "$funcstack[1]" == _lockdesk ]]; then _lockdesk "$@"; else compdef _lockdesk lockdesk; fi
`
