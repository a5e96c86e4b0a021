#include "harness/cli/completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <stdexcept>

namespace sphlab {

// Scripts that read the tables of words: harness/cli/completion/.
extern const char* const completion_for_bash;
extern const char* const completion_for_zsh;
extern const char* const completion_for_fish;

namespace {

constexpr const char* files = "%files";

/// What may stand where a value is wanted, by the name of its type in the help: arguments of sphlab
/// that print it, a name a line; `files`; or, behind a '=', words.
const std::map<std::string, std::vector<std::string>>& values_by_type() {
  static const std::map<std::string, std::vector<std::string>> values{
      {"FILE", {files}},
      {"DIR", {files}},
      {"RECORDS", {files}},
      {"BASE", {files}},
      {"CANDIDATE", {files}},
      {"SUITE", {"list suites --names", files}},
      {"SCENARIO", {"list scenarios --names", files}},
      {"SUITE|SCENARIO", {"list suites --names", "list scenarios --names", files}},
      {"T", {"list packs --names"}},
      {"V", {"list variants --names"}},
      {"PHYSICS", {"list physics --names"}},
      {"R", {"=cuda hip host"}},
      {"WHEN", {"=auto always never"}},
      {"SHELL", {"=bash zsh fish"}},
  };
  return values;
}

struct Word {
  std::string name;
  std::string description;
  std::vector<std::string> values;  ///< of an option; empty: it takes none that is known
  bool takes_value = false;
};

/// A command and the words that may follow it.
struct CommandWords {
  std::string path;  ///< "sphlab list packs"
  std::vector<Word> commands;
  std::vector<Word> options;
  std::vector<std::string> values;  ///< of the positional arguments
};

/// Values of an option, by the name of its type without what validators add: "R" of
/// "R:{cuda,hip,host}".
std::vector<std::string> values_of(const CLI::Option& option, const std::string& path) {
  const std::string type = option.get_type_name();
  if (type == "NAME") return {fmt::format("{} --names", path.substr(path.find(' ') + 1))};
  const auto found = values_by_type().find(type.substr(0, type.find(':')));
  return found == values_by_type().end() ? std::vector<std::string>{} : found->second;
}

void add_options(const CLI::App& app, CommandWords& command) {
  for (const CLI::Option* option : app.get_options()) {
    const bool takes_value = option->get_expected_max() > 0 && option->get_items_expected_max() > 0;
    if (option->get_positional()) {
      const auto values = values_of(*option, command.path);
      command.values.insert(command.values.end(), values.begin(), values.end());
    }
    for (const std::string& name : option->get_lnames()) {
      command.options.push_back(
          {"--" + name, option->get_description(), values_of(*option, command.path), takes_value});
    }
  }
}

/// @param common options that every command takes, beside its own.
void add_commands(const CLI::App& app, const std::string& path, const std::vector<Word>& common,
                  std::vector<CommandWords>& all) {
  CommandWords command{path, {}, {}, {}};
  for (const CLI::App* each : app.get_subcommands({}))
    command.commands.push_back({each->get_name(), each->get_description(), {}, false});
  add_options(app, command);
  for (const Word& option : common) {
    const auto is_same = [&](const Word& other) { return other.name == option.name; };
    if (std::none_of(command.options.begin(), command.options.end(), is_same))
      command.options.push_back(option);
  }
  all.push_back(command);
  for (const CLI::App* each : app.get_subcommands({}))
    add_commands(*each, path + " " + each->get_name(), command.options, all);
}

std::vector<CommandWords> commands_of(const CLI::App& app) {
  std::vector<CommandWords> all;
  add_commands(app, app.get_name(), {}, all);
  return all;
}

/// Quotes a word as bash and zsh read it.
std::string quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char character : text)
    quoted += character == '\'' ? "'\\''" : std::string(1, character);
  return quoted + "'";
}

/// Quotes a word as fish reads it.
std::string quoted_for_fish(const std::string& text) {
  std::string quoted = "'";
  for (const char character : text) {
    if (character == '\'' || character == '\\') quoted += '\\';
    quoted += character;
  }
  return quoted + "'";
}

std::string names_of(const std::vector<Word>& words) {
  std::vector<std::string> names;
  for (const Word& word : words) names.push_back(word.name);
  return fmt::format("{}", fmt::join(names, " "));
}

/// Puts a value under a key of a table of the script, in the shell's own words.
using Assign = std::string (*)(const char* table, const std::string& key, const std::string& value);

std::string assign_in_bash(const char* table, const std::string& key, const std::string& value) {
  return fmt::format("_sphlab_{}[{}]={}\n", table, quoted(key), quoted(value));
}

/// Appends a pair, not [key]=value: within brackets zsh would take quotes for letters of the key.
std::string assign_in_zsh(const char* table, const std::string& key, const std::string& value) {
  return fmt::format("_sphlab_{}+=({} {})\n", table, quoted(key), quoted(value));
}

/// Writes the tables of a command. @param told the words of one, as the shell shows them.
std::string tables_of(const CommandWords& command, Assign assign,
                      std::string (*told)(const std::vector<Word>&)) {
  std::string text;
  const auto add = [&](const char* table, const std::string& key, const std::string& value) {
    if (!value.empty()) text += assign(table, key, value);
  };
  const auto sources = [](const std::vector<std::string>& values) {
    return fmt::format("{}", fmt::join(values, "\n"));
  };
  add("commands", command.path, told(command.commands));
  add("options", command.path, told(command.options));
  add("values", command.path, sources(command.values));
  for (const Word& option : command.options)
    add("values", command.path + " " + option.name, sources(option.values));
  return text;
}

std::string bash_script(const std::vector<CommandWords>& commands) {
  std::string text =
      "# Completion of sphlab for bash: made by `sphlab completion bash`.\n"
      "declare -gA _sphlab_commands=() _sphlab_options=() _sphlab_values=()\n";
  for (const CommandWords& command : commands) text += tables_of(command, assign_in_bash, names_of);
  return text + completion_for_bash;
}

/// "name:description", a line each.
std::string described(const std::vector<Word>& words) {
  std::vector<std::string> lines;
  for (const Word& word : words) lines.push_back(word.name + ":" + word.description);
  return fmt::format("{}", fmt::join(lines, "\n"));
}

std::string zsh_script(const std::vector<CommandWords>& commands) {
  std::string text =
      "#compdef sphlab\n"
      "# Completion of sphlab for zsh: made by `sphlab completion zsh`.\n"
      "typeset -gA _sphlab_commands _sphlab_options _sphlab_values\n";
  for (const CommandWords& command : commands) text += tables_of(command, assign_in_zsh, described);
  return text + completion_for_zsh;
}

/// The arguments of `complete` that tell values.
std::string values_for_fish(const std::vector<std::string>& values) {
  std::string arguments;
  for (const std::string& source : values) {
    if (source == files) {
      arguments += " -F";
    } else if (source.starts_with('=')) {
      arguments += " -a " + quoted_for_fish(source.substr(1));
    } else {
      arguments += " -a " + quoted_for_fish("(__sphlab_names " + source + ")");
    }
  }
  return arguments;
}

/// A value, and files among others where they are among its sources.
const char* takes_value_in_fish(const Word& option) {
  const bool may_be_file =
      std::find(option.values.begin(), option.values.end(), files) != option.values.end();
  return may_be_file ? " -r" : " -x";
}

std::string fish_script(const std::vector<CommandWords>& commands) {
  std::vector<std::string> places;
  for (const CommandWords& command : commands) places.push_back(quoted_for_fish(command.path));
  std::string text = fmt::format(
      "# Completion of sphlab for fish: made by `sphlab completion fish`.\n"
      "set -g __sphlab_places {}\n\n{}",
      fmt::join(places, " "), completion_for_fish);
  for (const CommandWords& command : commands) {
    const std::string at =
        "complete -c sphlab -n " + quoted_for_fish("__sphlab_at " + command.path);
    for (const Word& word : command.commands)
      text += fmt::format("{} -a {} -d {}\n", at, word.name, quoted_for_fish(word.description));
    for (const Word& option : command.options) {
      text += fmt::format("{} -l {}{}{} -d {}\n", at, option.name.substr(2),
                          option.takes_value ? takes_value_in_fish(option) : "",
                          values_for_fish(option.values), quoted_for_fish(option.description));
    }
    for (const std::string& source : command.values) text += at + values_for_fish({source}) + "\n";
  }
  return text;
}

}  // namespace

const std::vector<std::string>& completed_shells() {
  static const std::vector<std::string> shells{"bash", "zsh", "fish"};
  return shells;
}

std::string completion_script(const CLI::App& app, const std::string& shell) {
  const std::vector<CommandWords> commands = commands_of(app);
  if (shell == "bash") return bash_script(commands);
  if (shell == "zsh") return zsh_script(commands);
  if (shell == "fish") return fish_script(commands);
  throw std::logic_error("no completion for shell " + shell);
}

}  // namespace sphlab
