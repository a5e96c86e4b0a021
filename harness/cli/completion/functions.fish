# Whether the command line so far names this command, and no command of it.
function __sphlab_at
    set -l place sphlab
    set -l words (commandline -opc)
    for word in $words[2..-1]
        contains -- "$place $word" $__sphlab_places; and set place "$place $word"
    end
    test "$place" = "$argv"
end

# What the program that is being typed lists.
function __sphlab_names
    set -l words (commandline -opc)
    $words[1] $argv 2>/dev/null
end

complete -c sphlab -f
