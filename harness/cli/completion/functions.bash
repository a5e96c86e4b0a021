
# Adds what of a source (of _sphlab_values) continues a word.
_sphlab_add() {
  local source=$1 current=$2 words
  case $source in
    %files)
      mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    =*) words=${source#=} ;;
    # the words of a command
    *) words=$("${COMP_WORDS[0]}" $source 2>/dev/null) ;;
  esac
  mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$words" -- "$current")
}

_sphlab_add_all() {
  local source
  while IFS= read -r source; do
    [[ -z $source ]] || _sphlab_add "$source" "$2"
  done <<<"$1"
}

_sphlab() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} path=sphlab i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    [[ " ${_sphlab_commands[$path]-} " == *" ${COMP_WORDS[i]} "* ]] && path+=" ${COMP_WORDS[i]}"
  done
  COMPREPLY=()
  if [[ $previous == --* && -n ${_sphlab_values["$path $previous"]-} ]]; then
    _sphlab_add_all "${_sphlab_values["$path $previous"]}" "$current"
  elif [[ $current == -* ]]; then
    _sphlab_add "=${_sphlab_options[$path]}" "$current"
  else
    _sphlab_add "=${_sphlab_commands[$path]-}" "$current"
    _sphlab_add_all "${_sphlab_values[$path]-}" "$current"
  fi
}

complete -o filenames -F _sphlab sphlab
