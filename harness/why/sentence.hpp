// A clause as a sentence of a paragraph.
#pragma once

#include <string>

namespace sphlab {

/// With a capital letter, also where it begins with the name of a stage, and with its end and a
/// blank;
/// "" of an empty one.
std::string sentence(std::string clause);

}  // namespace sphlab
