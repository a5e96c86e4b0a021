"""Runs the mutants of mutants.json past `sphlab run` and `sphlab best`, beside what they are wrong
copies of, and says which check catches each.

usage: mutants.py BUILD [--update]

Fails where `run` or `best` does not catch a mutant, where a right one is not valid, where what
nothing catches does what the right one does, or where results/host-x86_64/mutants.json says
otherwise; --update writes that file, which docs/verification.md sums up.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

from analysis.recorded.changes import changed  # noqa: E402

RESULTS = ROOT / "results" / "host-x86_64" / "mutants.json"


# Exit codes of sphlab.
NOT_AVAILABLE, VERIFICATION, DEVICE = 5, 6, 7
ENDED_HERE = -1
RIGHT = "ok"  # the status of a record that has passed
# A verification takes what it takes; of samples as few as there can be.
POLICY = {"cycles_per_block": 1, "blocks": 2, "isolated_samples": 0, "cache": ["loop"]}
ON_DEMAND = {"trigger": "displacement", "expansion": 1.1}
ENVIRONMENT = {**os.environ, "OMP_WAIT_POLICY": "passive", "OMP_NUM_THREADS": "1"}
# Limits of a command whose process a mutant may end or keep: when sphlab gives up, and when we do.
WATCHED = {"SPHLAB_CALL_LIMIT": "5"}
MOST_SECONDS = 60
SIMULATED = "0.05"  # seconds, some eighty steps


class Group:
    """Mutants of one scenario that differ in one thing, and the right one beside them."""

    def __init__(self, says, scenarios, build, folder):
        self.varies, self.control = says["varies"], says["control"]
        self.mutants = [one["name"] for one in says["mutants"]]
        self.forces = says.get("forces", "par-part-noloop")
        self.builder = says.get("list")  # of a list; None: the default one
        self.on_demand = says.get("on_demand", False)
        self.ends_processes = says.get("alone", False)
        self.build, self.folder = build, folder
        self.said = ""  # by the last command
        if self.varies == "toolchain":
            self.toolchains = self.fast_toolchains = [self.control, *self.mutants]
        else:
            self.toolchains = says.get("toolchains", ["mutants-*"])
            self.fast_toolchains = says.get("toolchains", ["mutants-cpu-*"])
        self.scenarios = {name: self._scenario(name, scenarios) for name in self._names(says)}

    def verdicts(self, command):
        """{name: RIGHT, the check that says otherwise, or None where it was not told} by `run` or
        `best`; of the right one, too."""
        ask = {"run": self._run, "best": self._best}[command]
        found = {}
        for name, scenario in self.scenarios.items():
            verdicts = ask(scenario)
            found.update({name: verdicts.get("")} if self.varies == "scenario" else verdicts)
        return {name: found.get(name) for name in [self.control, *self.mutants]}

    def frame(self, name):
        """What a simulation by a mutant, or by the right one, leaves in the end."""
        scenario = next(iter(self.scenarios.values()))
        words = ["--variant", self.forces, "--toolchain", self.fast_toolchains[0]]
        if self.varies == "forces":
            words[1] = f"{name}+right-list" if "reader" in self.control else name
        elif self.varies == "list":
            words[1] = f"right-reader+{name}"
        elif self.varies == "toolchain":
            words[3] = name
        elif self.varies == "scenario":
            scenario, words[1] = self.scenarios[name], "right-pairs"
        if self.builder:
            words[1] += f"+{self.builder}"
        if self.on_demand:
            words += ["--life", ",".join(f"{key}={value}" for key, value in ON_DEMAND.items())]
        times = ["--until", SIMULATED, "--every", SIMULATED, "--output", f"frames-{name}"]
        self.sphlab("simulate", *scenario["words"], *words, *times)
        frames = sorted((self.folder / f"frames-{name}").glob("*.vtp"))
        return frames[-1].read_bytes() if frames else None

    def sphlab(self, *words):
        """The process when it has ended."""
        command = [self.build / "bin" / "sphlab", *words]
        command += ["--pack-dir", self.build / "test-packs" / "mutants"]
        words = [str(word) for word in command]
        watched = self.ends_processes
        how = {"cwd": self.folder, "env": {**ENVIRONMENT, **(WATCHED if watched else {})}}
        try:
            return subprocess.run(
                words,
                **how,
                capture_output=True,
                text=True,
                check=False,
                timeout=MOST_SECONDS if watched else None,
            )
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(words, ENDED_HERE, "", "it never ended")

    def _names(self, says):
        return [self.control, *self.mutants] if self.varies == "scenario" else [says["scenario"]]

    def _scenario(self, name, scenarios):
        """A scenario of the file, with its edits, as words of a command line and as a suite's."""
        says = scenarios[name]
        scenario = says["scenario"]
        if "edit" in says:
            document = json.loads((ROOT / "scenarios" / f"{scenario}.json").read_text())
            scenario = self.folder / f"{name}.json"
            scenario.write_text(json.dumps(edited(document, says["edit"])))
        sets = [f"--set={key}={value}" for key, value in says["set"].items()]
        in_suite = {"scenario": str(scenario), "parameters": says["set"], "states": [{"step": 0}]}
        return {"words": [scenario, *sets], "in_suite": in_suite}

    def _variants(self):
        """As a suite has them."""
        names = [self.control, *self.mutants]
        if self.varies == "list":
            return [variant("right-reader", list=name) for name in names]
        if self.varies == "forces":
            lists = {"list": "right-list"} if "reader" in self.control else {}
            return [variant(name, **lists) for name in names]
        one = variant(self.forces, **({"list": self.builder} if self.builder else {}))
        return [{**one, **({"list_life": ON_DEMAND} if self.on_demand else {})}]

    def _run(self, scenario):
        suite = {
            "schema_version": 1,
            "name": "mutants",
            "description": "Mutants, and what they are wrong copies of.",
            "device": "host",
            "toolchains": self.toolchains,
            "scenarios": [scenario["in_suite"]],
            "variants": self._variants(),
            "policy": POLICY,
        }
        (self.folder / "suite.json").write_text(json.dumps(suite))
        records = self.folder / "records.jsonl"
        records.unlink(missing_ok=True)
        done = self.sphlab("run", "suite.json", "--output", records)
        return self._of(done, statuses(records))

    def _best(self, scenario):
        answer = self.folder / "best.json"
        answer.unlink(missing_ok=True)
        words = [*scenario["words"], "--exhaustive", "--top=100", "--json", answer]
        words += [f"--toolchain={name}" for name in self.fast_toolchains]
        axes = {"forces": ["cell-sort"], "list": ["list"], "scenario": ["cell-sort"]}
        axes["toolchain"] = ["toolchain"]
        axes["toolchain"] += ["list-life"] * self.on_demand + ["list"] * bool(self.builder)
        words += [f"--vary={axis}" for axis in axes[self.varies]]
        traversals = {"forces": [self.control, *self.mutants], "list": ["right-reader"]}
        traversals = traversals.get(self.varies, [self.forces])
        words += [f"--traversal={name}" for name in traversals]
        done = self.sphlab("best", *words)
        return self._of(done, tried(answer, self.on_demand))

    def _of(self, done, contenders):
        """{name: RIGHT, or the check that says otherwise}: one that has gone wrong once has."""
        self.said = done.stdout[-2000:] + done.stderr[-2000:]
        if not contenders or done.returncode not in (0, VERIFICATION):
            return self._ended(done)
        found = {}
        for names, status in contenders:
            name = names.get(self.varies, "")
            if status != RIGHT or name not in found:
                found[name] = check_of(status)
        return found

    def _ended(self, done):
        """Judges a process that did not do what it was to do: caught where it tells who it was."""
        told = [name for name in self.mutants if name in done.stderr]
        if len(self.mutants) > 1 or self.varies == "scenario":
            told = told if done.returncode == VERIFICATION else []
        if done.returncode == DEVICE and told:
            return {told[0]: "exit code 7"}
        if done.returncode in (NOT_AVAILABLE, VERIFICATION):
            return dict.fromkeys([*told, ""], "nothing can be measured")
        sys.stderr.write(f"exit code {done.returncode}: {done.stderr[-800:]}\n")
        return {}


def variant(forces, **others):
    """A suite's variant: a strategy for each stage, in its usual tuning."""
    stages = {"forces": forces, **others}
    return {stage: {"name": name, "tuning": {"block": 64}} for stage, name in stages.items()}


def edited(document, edit):
    """A document with what an edit says in its place; null takes out."""
    if not isinstance(edit, dict):
        return edit
    changed = {key: edited(document.get(key, {}), one) for key, one in edit.items()}
    return {key: one for key, one in {**document, **changed}.items() if one is not None}


def statuses(records):
    """[({what varies: name}, status)] of a file of records."""
    parts, last, row, found = {}, {}, {}, []
    for line in records.read_text().splitlines() if records.exists() else []:
        said = json.loads(line)
        if "part" in said:
            kind = said["part"]
            content = said["content"] if "content" in said else changed(last[kind], said["changes"])
            parts[kind, said["id"]] = last[kind] = content
        elif "samples" in said:
            row = said if "contender" in said else changed(row, said)
            if row["stage"] != "step":
                continue
            contender = parts["contender", row["contender"]]
            strategies = parts["variant", contender["variant"]]["strategies"]
            names = {"forces": strategies["forces"], "list": strategies.get("list")}
            names["toolchain"] = parts["toolchain", contender["toolchain"]]["name"]
            found.append((names, parts["validity", contender["validity"]]["status"]))
    return found


def tried(answer, on_demand):
    """The same of an answer of `best`; on_demand: of lists that displacements end alone."""
    found = []
    for one in json.loads(answer.read_text())["search"]["tried"] if answer.exists() else []:
        chosen = one["variant"]
        if on_demand and chosen.get("list_life", {}).get("trigger") != "displacement":
            continue
        names = {"forces": chosen["forces"]["name"], "list": chosen.get("list", {}).get("name")}
        names["toolchain"] = chosen["toolchains"][0]
        found.append((names, RIGHT if one["fate"] in ("ranked", "slower") else one["reason"]))
    return found


def check_of(status):
    """'accelerations (initial): largest at ...' -> 'accelerations'."""
    return re.sub(r" \([a-z0-9., -]+\)$", "", status.split(": ")[0])


def groups_of(says, build, folder):
    """Each with a folder of its own; where a mutant may end the process it is one by itself."""
    for number, group in enumerate(says["groups"]):
        for one in group["mutants"] if group.get("alone") else [None]:
            place = folder / f"{number}-{one['name'] if one else 'all'}"
            place.mkdir()
            alone = {**group, "mutants": [one]} if one else group
            yield Group(alone, says["scenarios"], build, place)


def caught(group):
    """{mutant: {"run": check or None, "best": ...}}. Ends where what is right is not valid, and
    where what nothing catches makes no difference."""
    found = {command: group.verdicts(command) for command in ("run", "best")}
    for command, verdicts in found.items():
        require_told(group, command, verdicts)
    checks = {
        name: {command: caught_by(verdicts[name]) for command, verdicts in found.items()}
        for name in group.mutants
    }
    for name in group.mutants:
        if not group.ends_processes and not any(checks[name].values()):
            require_difference(group, name)
    return checks


def caught_by(verdict):
    """A check, or None where none has caught it."""
    return None if verdict == RIGHT else verdict


def require_told(group, command, verdicts):
    """Ends where what is right is not valid, or where a mutant was not judged."""
    if group.ends_processes:
        return
    if verdicts[group.control] != RIGHT:
        sys.exit(
            f"{group.said}\n{group.control} is right, and {command} says: {verdicts[group.control]}"
        )
    if untold := [name for name in group.mutants if verdicts[name] is None]:
        sys.exit(f"{group.said}\n{command} says nothing of {', '.join(untold)}")


def require_difference(group, name):
    """Ends where a simulation by a mutant leaves what one by the right one does."""
    right = group.frame(group.control)
    if right is None or group.frame(name) == right:
        sys.exit(f"{name}: a simulation with it ends as with {group.control}: it is no mutant")


def table_of(says, found):
    """What the file of results holds."""
    rows = []
    for group in says["groups"]:
        rows += [{**one, **found[one["name"]]} for one in group["mutants"]]
    return {"schema_version": 1, "mutants": rows}


def held(table):
    """What of a table is the same on every machine: how often `best` calls what it tries depends on
    the time that this takes, and so does what it finds first."""
    return [{**row, "best": row["best"] is not None} for row in table["mutants"]]


def all_caught(says, build):
    """{mutant: ...} of all groups, two at a time."""
    found = {}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        for of_group in pool.map(caught, groups_of(says, build, Path(folder))):
            found.update(of_group)
    return found


def main(words):
    """See above. words: those of the command line."""
    says = json.loads((HERE / "mutants.json").read_text())
    table = table_of(says, all_caught(says, Path(words[0]).resolve()))
    for row in table["mutants"]:
        print(f"{row['name']:32} {row['run'] or '-':28} {row['best'] or '-'}")
    if "--update" in words:
        RESULTS.write_text(json.dumps(table) + "\n")
    elif held(table) != held(json.loads(RESULTS.read_text())):
        sys.exit(
            f"{RESULTS} says otherwise: mutants.py BUILD --update, and "
            "python -m analysis published --update"
        )
    if uncaught := [row["name"] for row in table["mutants"] if not (row["run"] and row["best"])]:
        sys.exit(f"not caught: {', '.join(uncaught)}")


if __name__ == "__main__":
    main(sys.argv[1:])
