#compdef weir
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# Completion of weir for zsh. The program says what may follow (tb/commands/command_tree.h).

_weir() {
  local line word meaning
  local -a begun described keys
  begun=("${(@)words[2,CURRENT-1]}" "$PREFIX")
  for line in "${(@f)$("${words[1]}" complete "${(@)begun}" 2>/dev/null)}"; do
    word=${line%%$'\t'*}
    meaning=${line#*$'\t'}
    case $word in
      '@files '*) _files -g "*${word#@files }(-.)" ;;
      @files) _files ;;
      @directories) _files -/ ;;
      *=) keys+=("${word//:/\\:}:$meaning") ;;
      ?*) described+=("${word//:/\\:}:$meaning") ;;
    esac
  done
  (( ${#described} )) && _describe weir described
  (( ${#keys} )) && _describe key keys -S ''
}

_weir "$@"
