# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

# Completion of weir for bash. The program says what may follow (tb/commands/command_tree.h).

_weir() {
  local line=${COMP_LINE:0:COMP_POINT} candidate last
  local -a words
  # The words of bash break at '=' and ':', those of the program do not.
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  last=${words[-1]}
  # What stands before the last break is on the line already.
  local kept=${last%"${COMP_WORDS[COMP_CWORD]}"}
  [[ ${COMP_WORDS[COMP_CWORD]} == "=" ]] && kept=$last
  COMPREPLY=()
  while IFS=$'\t' read -r candidate _; do
    case $candidate in
      @files*)
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -d -- "$last"; compgen -f -X "!*${candidate#@files }" -- "$last")
        [[ $candidate == @files ]] && mapfile -t COMPREPLY < <(compgen -f -- "$last")
        ;;
      @directories)
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -d -- "$last")
        ;;
      "$last"*)
        [[ $candidate == *= ]] && compopt -o nospace
        COMPREPLY+=("${candidate#"$kept"}")
        ;;
    esac
  done < <("${words[0]/#\~/$HOME}" complete "${words[@]:1}" 2>/dev/null)
}
complete -F _weir weir
