/**
 * What each shell reads to complete `arbiter`: it asks the command that is being typed for lines `value<TAB>meaning`. Values are never
 * evaluated as words of the shell. Where there are none, the shell suggests files.
 */
export const COMPLETION_SCRIPTS = {
  bash: `_arbiter() {
  local value
  COMPREPLY=()
  while IFS=$'\\t' read -r value _; do
    COMPREPLY+=("$value")
  done < <("$1" completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _arbiter arbiter
`,
  zsh: `#compdef arbiter
_arbiter() {
  local line
  local -a lines
  for line in "\${(@f)$("$words[1]" completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && lines+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( $#lines )); then _describe arbiter lines; else _files; fi
}
if [[ $funcstack[1] == _arbiter ]]; then _arbiter "$@"; else compdef _arbiter arbiter; fi
`,
  fish: `function __arbiter_complete
  set -l words (commandline -opc)
  set -l begun (commandline -ct)
  set -l found ($words[1] completion fish -- $words[2..-1] "$begun" 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path "$begun"
  end
end
complete -c arbiter -f -a '(__arbiter_complete)'
`,
} as const;
