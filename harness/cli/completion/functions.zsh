
# Adds what of a source (of _sphlab_values) there is.
_sphlab_add() {
  local -a names
  case $1 in
    %files) _files ;;
    \=*) names=(${=1#=}) && compadd -- $names ;;
    ?*) names=(${(f)"$($words[1] ${=1} 2>/dev/null)"}) && compadd -- $names ;;
  esac
}

_sphlab() {
  local place=sphlab source i
  local -a described
  for ((i = 2; i < CURRENT; ++i)); do
    [[ -n ${_sphlab_options[$place $words[i]]-} ]] && place+=" $words[i]"
  done
  if [[ $words[CURRENT-1] == --* && -n ${_sphlab_values[$place $words[CURRENT-1]]-} ]]; then
    for source in ${(f)_sphlab_values[$place $words[CURRENT-1]]}; do _sphlab_add $source; done
  elif [[ $words[CURRENT] == -* ]]; then
    described=(${(f)_sphlab_options[$place]})
    _describe -o option described
  else
    described=(${(f)_sphlab_commands[$place]-})
    (($#described)) && _describe command described
    for source in ${(f)_sphlab_values[$place]-}; do _sphlab_add $source; done
  fi
}

# The first use of an autoloaded file is a call of what it defines.
if [[ $funcstack[1] == _sphlab ]]; then
  _sphlab "$@"
else
  compdef _sphlab sphlab
fi
