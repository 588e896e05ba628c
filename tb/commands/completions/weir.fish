# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# Completion of weir for fish. The program says what may follow (tb/commands/command_tree.h).

function __weir_complete
    set -l words (commandline -opc)
    set -l last (commandline -ct)
    for line in ($words[1] complete $words[2..-1] "$last" 2>/dev/null)
        switch $line
            case '@files *'
                __fish_complete_suffix (string replace '@files ' '' -- $line)
            case '@files'
                __fish_complete_path "$last"
            case '@directories'
                __fish_complete_directories "$last"
            case '*'
                echo $line
        end
    end
end

complete -c weir -f -a '(__weir_complete)'
