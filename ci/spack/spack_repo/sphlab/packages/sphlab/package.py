"""Builds the checkout that this recipe lies in (docs/install.md): its branch main, or a release."""

from pathlib import Path

from spack.package import conflicts, depends_on, license, variant, version  # noqa: A004 - Spack's name
from spack_repo.builtin.build_systems.cmake import CMakePackage, generator
from spack_repo.builtin.build_systems.cuda import CudaPackage

CHECKOUT = Path(__file__).resolve().parents[6]


class Sphlab(CMakePackage, CudaPackage):
    """Compares implementations of particle-neighbour computations of SPH on GPUs and CPUs."""

    git = CHECKOUT.as_uri()

    license("BSD-3-Clause")

    version("main", branch="main")
    version("0.2.0", tag="v0.2.0")

    variant("every", default=False, description="Every combination in every pack: hours")
    variant("cpu_arch", default="native", values=str, description="-march of the cpu packs")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("git", type="build")
    depends_on("python@3.11:", type=("build", "run"))
    depends_on("boost@1.74: +context")
    depends_on("cli11@2.3:")
    depends_on("fmt@9:")
    depends_on("nlohmann-json@3.11:")
    depends_on("valijson@1:")
    depends_on("zlib-api")

    generator("ninja")

    conflicts("cuda_arch=none", when="+cuda", msg="name one or more, as in cuda_arch=90")
    conflicts("%gcc@:11", msg="kernels and harness are C++20: gcc 12 or later")

    def cmake_args(self):
        arguments = [
            self.define("SPHLAB_TESTS", False),
            self.define("SPHLAB_BUILD_BENCHMARKS", False),
            self.define("SPHLAB_HIP", "OFF"),
            self.define("SPHLAB_CUDA", "ON" if self.spec.satisfies("+cuda") else "OFF"),
            self.define_from_variant("SPHLAB_CPU_ARCHITECTURE", "cpu_arch"),
            self.define("SPHLAB_MATRIX", "every" if self.spec.satisfies("+every") else "suites"),
        ]
        if self.spec.satisfies("+cuda"):
            architectures = self.spec.variants["cuda_arch"].value
            arguments.append(self.define("SPHLAB_CUDA_ARCHITECTURES", list(architectures)))
            # Of the clangs that make CUDA packs there is none among the dependencies.
            arguments.append(self.define("SPHLAB_CLANG_VERSIONS", ""))
        return arguments

    def setup_build_environment(self, env):
        if self.spec.satisfies("+cuda"):
            env.set("CUDA_HOME", self.spec["cuda"].prefix)
