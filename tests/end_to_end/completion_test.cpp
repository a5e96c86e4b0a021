// What the shells make of the scripts that complete commands.
#include <array>
#include <cstdio>

#include "tests/end_to_end/workspace.hpp"

namespace sphlab {
namespace {

class Completion : public Workspace {
 protected:
  /// Writes the script of a shell, and skips the test where the shell is not installed.
  void write_script(const std::string& shell) {
    if (std::system(("command -v " + shell + " >/dev/null").c_str()) != 0)
      GTEST_SKIP() << shell << " is not installed here";
    const Finished printed = sphlab({"completion", shell});
    ASSERT_TRUE(succeeds(printed));
    script = folder.write("sphlab." + shell, printed.output).string();
  }

  /// What a shell prints that runs `lines`, with sphlab on its path.
  std::string output_of(const std::string& shell, const std::string& lines) const {
    const auto file = folder.write("lines", lines).string();
    const std::string command = "cd " + folder.path().string() +
                                " && PATH=" SPHLAB_BINARY_DIR "/bin:$PATH " + shell + " " + file +
                                " 2>&1";
    std::FILE* pipe = popen(command.c_str(), "r");
    std::string text;
    std::array<char, 4096> part{};
    while (std::fgets(part.data(), part.size(), pipe) != nullptr) text += part.data();
    pclose(pipe);
    return text;
  }

  std::string script;
};

TEST_F(Completion, OfBash) {
  write_script("bash");
  if (script.empty()) return;
  const auto completed = [&](const std::string& words) {
    return output_of("bash", "source " + script + "\nCOMP_WORDS=(" + words +
                                 ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_sphlab\n"
                                 "printf '%s\\n' \"${COMPREPLY[@]}\"");
  };
  EXPECT_EQ(completed("sphlab li"), "list\nlimits\n");
  EXPECT_EQ(completed("sphlab list p"), "packs\nphysics\n");
  EXPECT_EQ(completed("sphlab run x --resu"), "--resume\n");
  EXPECT_EQ(completed("sphlab run x --scenario-d"), "--scenario-dir\n") << "of every command";
  EXPECT_EQ(completed("sphlab verify --runtime h"), "hip\nhost\n");
  EXPECT_TRUE(mentions(completed("sphlab run x --toolchain simt-"), {toolchain}));
  EXPECT_TRUE(mentions(completed("sphlab list variants par-part-n"), {"par-part-noloop\n"}));
  EXPECT_EQ(completed("sphlab run x --output sphlab.ba"), "sphlab.bash\n") << "a file";
}

TEST_F(Completion, OfZsh) {
  write_script("zsh");
  if (script.empty()) return;
  // the functions of its completion system that the script calls, as far as they show what it adds
  const std::string stubs =
      "compdef() { }\n"
      "compadd() { shift; print -l -- ${(M)@:#$words[CURRENT]*} }\n"
      "_files() { print files }\n"
      "_describe() { local name=$argv[-1]; print -l -- ${(M)${(P)name%%:*}:#$words[CURRENT]*} }\n";
  const auto completed = [&](const std::string& words) {
    return output_of("zsh -f", stubs + "source " + script + "\nwords=(" + words +
                                   ")\nCURRENT=$#words\n_sphlab\n");
  };
  EXPECT_TRUE(mentions(completed("sphlab li"), {"list:Show what there is", "limits:"}));
  EXPECT_TRUE(mentions(completed("sphlab list pa"), {"packs:"}));
  EXPECT_TRUE(mentions(completed("sphlab run x --resu"), {"--resume:"}));
  EXPECT_EQ(completed("sphlab verify --runtime h"), "hip\nhost\n");
  EXPECT_TRUE(mentions(completed("sphlab run x --toolchain simt-"), {toolchain}));
  EXPECT_EQ(completed("sphlab run x --output s"), "files\n");
}

TEST_F(Completion, OfFish) {
  write_script("fish");
  if (script.empty()) return;
  const auto completed = [&](const std::string& words) {
    return output_of("fish", "source " + script + "\ncomplete -C '" + words + "'\n");
  };
  EXPECT_TRUE(mentions(completed("sphlab li"), {"list\tShow what there is", "limits\t"}));
  EXPECT_TRUE(mentions(completed("sphlab list pa"), {"packs\t"}));
  EXPECT_TRUE(mentions(completed("sphlab run x --resu"), {"--resume\t"}));
  EXPECT_TRUE(mentions(completed("sphlab verify --runtime h"), {"hip", "host"}));
  EXPECT_TRUE(mentions(completed("sphlab run x --toolchain simt-"), {toolchain}));
  EXPECT_TRUE(mentions(completed("sphlab run x --output sphlab.fi"), {"sphlab.fish"}));
}

TEST_F(Completion, OfAnotherShellIsRefused) {
  EXPECT_TRUE(fails(sphlab({"completion", "tcsh"}), ExitCode::usage, {"tcsh", "bash"}));
}

}  // namespace
}  // namespace sphlab
