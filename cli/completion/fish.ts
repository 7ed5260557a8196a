import { completeWord, fileReply } from "./completeWord.ts"

/** A completion script for fish 3 and later. */
export const fishCompletion = `# fish completion for lockdesk
function __lockdesk_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l found ($words[1] ${completeWord} fish $words[2..-1] "$current" 2> /dev/null < /dev/null)
    if test "$found[1]" = ${fileReply}
        set -l option (string match -r -- '^--[^=]*=' "$current")
        for file in (__fish_complete_path (string replace -r -- '^--[^=]*=' '' "$current"))
            echo "$option$file"
        end
    else
        printf '%s\\n' $found[2..-1]
    end
end
complete -c lockdesk -f -k -a '(__lockdesk_complete)'
`
