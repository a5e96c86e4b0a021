// A library that is named like a pack and has no entry point.
extern "C" int sphlab_not_a_pack() {
  return 0;
}
