import type { CommandSpec } from "#cli/specs/CommandSpec.ts"
import { completionTree } from "./completionTree.ts"
import { posixTables } from "./posixTables.ts"

/** A completion script for bash 3.2 and later. */
export const bashCompletion = (specs: ReadonlyArray<CommandSpec>): string => `# bash completion for lockdesk
${posixTables(completionTree(specs))}
_lockdesk() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" path="" skip="" i word line found
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [ -n "$skip" ]; then skip=""; continue; fi
    case "$word" in
      -*) if _lockdesk_valued "" | grep -qxF -e "$word"; then skip=1; fi ;;
      *) if _lockdesk_words "$path" | grep -qxF -e "$word"; then path="\${path:+$path }$word"; fi ;;
    esac
  done
  found="$(_lockdesk_option_values "$path $prev")"
  if [ -z "$found" ] && [ -n "$skip" ]; then return; fi
  if [ -z "$found" ]; then
    case "$cur" in
      -*) found="$(_lockdesk_options "$path")" ;;
      *) found="$(_lockdesk_words "$path"; _lockdesk_argument_values "$path")" ;;
    esac
  fi
  if [ -z "$found" ] && [ -n "$(_lockdesk_files "$path")" ]; then
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$cur")
    return
  fi
  while IFS= read -r line; do
    if [ -n "$line" ] && [ "\${line#"$cur"}" != "$line" -o -z "$cur" ]; then
      COMPREPLY+=("$(printf '%q' "$line")")
    fi
  done <<< "$found"
}
complete -F _lockdesk lockdesk
`
