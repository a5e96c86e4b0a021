"""What wrote the file of Google Benchmark 1.9.5 beside it, through its Python package."""

import google_benchmark as benchmark


@benchmark.register
def short(state):
    while state:
        sum(range(1000))


@benchmark.register
def longer(state):
    while state:
        sum(range(2000))


@benchmark.register
def left_out(state):
    state.skip_with_error("no such device")
    while state:
        pass


if __name__ == "__main__":
    benchmark.main()
