"""What has become of kernels: a report of their resources against an earlier one."""

from dataclasses import dataclass

from analysis.kernels.resources import Resources


@dataclass(frozen=True)
class Change:
    """One kernel that is not as it was; `before` or `after` is None where it is not there."""

    architecture: str
    kernel: str
    before: Resources | None
    after: Resources | None

    @property
    def worse(self):
        """It has more of a stack frame or of spills, or is new and has any."""
        if self.after is None:
            return False
        before = self.before or Resources(0, 0, 0, 0)
        return (
            self.after.stack_bytes > before.stack_bytes
            or self.after.spill_bytes > before.spill_bytes
        )

    @property
    def only_registers_of_a_group(self):
        """Nothing differs but the registers, and those take as many groups as before.

        Such a change cannot change how many warps are resident.
        """
        if self.before is None or self.after is None:
            return False
        return _grouped(self.before) == _grouped(self.after)

    def __str__(self):
        name = f"{self.kernel} ({self.architecture})"
        if self.before is None:
            return f"{name}: new, {self.after}"
        if self.after is None:
            return f"{name}: gone, was {self.before}"
        return f"{name}: {self.before} -> {self.after}"


def _grouped(has):
    return has.register_groups, has.stack_bytes, has.spill_bytes, has.shared_bytes


def shared_architectures(before, after):
    """Architectures that both reports hold, sorted."""
    return sorted({key[0] for key in before} & {key[0] for key in after})


def changes(before, after):
    """The Changes between two reports, on the architectures that both hold: worse ones first."""
    architectures = shared_architectures(before, after)
    keys = [key for key in before | after if key[0] in architectures]
    found = [
        Change(*key, before.get(key), after.get(key))
        for key in sorted(keys)
        if before.get(key) != after.get(key)
    ]
    return sorted(found, key=lambda change: not change.worse)
