import type { CommandSpec } from "#cli/specs/CommandSpec.ts"
import { completionTree } from "./completionTree.ts"
import { posixTables } from "./posixTables.ts"

/** A completion script for bash 3.2 and later. */
export const bashCompletion = (specs: ReadonlyArray<CommandSpec>): string => `# bash completion for lockdesk
${posixTables(completionTree(specs))}
_lockdesk() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" path="" skip="" nth=1 quote="" many i word line found files=""
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    # Bash splits --status=Lost at its equals sign: what follows is the option's value.
    if [ "$word" = "=" ]; then skip=1; continue; fi
    if [ -n "$skip" ]; then skip=""; continue; fi
    case "$word" in
      -?*) if _lockdesk_valued "" | grep -qxF -e "$word"; then skip=1; fi ;;
      *)
        if _lockdesk_words "$path" | grep -qxF -e "$word"; then path="\${path:+$path }$word"
        else nth=$((nth + 1)); fi ;;
    esac
  done
  if [ "$cur" = "=" ]; then cur=""; fi
  if [ "$prev" = "=" ]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  many="$(_lockdesk_many "$path")"
  if [ -n "$many" ] && [ "$nth" -gt "$many" ]; then nth="$many"; fi
  # The word as typed, without its quoting.
  case "$cur" in
    [\\"\\']*) quote="\${cur:0:1}"; cur="\${cur:1}" ;;
    *\\\\*) cur="$(printf '%s' "$cur" | sed 's/\\\\\\(.\\)/\\1/g')" ;;
  esac
  found="$(_lockdesk_option_values "$path $prev")"
  files="$(_lockdesk_option_files "$path $prev")"
  if [ -z "$found$files" ] && [ -n "$skip" ]; then return; fi
  if [ -z "$found$files" ]; then
    case "$cur" in
      -*) found="$(_lockdesk_options "$path")" ;;
      *)
        found="$(_lockdesk_words "$path"; _lockdesk_argument_values "$path $nth")"
        files="$(_lockdesk_argument_files "$path $nth")" ;;
    esac
  fi
  if [ -n "$files" ]; then
    # Readline quotes file names, and ends folders with a slash; bash 3 can't be asked to.
    if compopt -o filenames 2> /dev/null; then quote=filenames; fi
    while IFS= read -r line; do
      if [ -n "$quote" ]; then COMPREPLY+=("$line"); else COMPREPLY+=("$(printf '%q' "$line")"); fi
    done < <(compgen -f -- "$cur")
    return
  fi
  while IFS= read -r line; do
    if [ -n "$line" ] && [ "\${line#"$cur"}" != "$line" -o -z "$cur" ]; then
      if [ -n "$quote" ]; then COMPREPLY+=("$line"); else COMPREPLY+=("$(printf '%q' "$line")"); fi
    fi
  done <<< "$found"
}
complete -F _lockdesk lockdesk
`
