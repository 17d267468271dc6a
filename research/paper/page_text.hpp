#pragma once
// Words and numbers that both pages share.
#include <optional>
#include <string>

#include "paper/results.hpp"

namespace scpp::paper {

std::string title_of(const std::string& method);
/// Two digits, or "-".
std::string two_digits(const std::optional<double>& value);
/// "1.2 s" or "3.4 min".
std::string duration(double seconds);
/// Time and memory of a cell, or "-" when it was not computed.
std::string cost(const ResultCell& cell);
/// One sentence on how many cells agree with the paper.
std::string agreement_sentence(const Results& results);
/// 0.0123 or 1.2e+30; "infinite" for a missing number (JSON has no infinity).
std::string magnitude(const Json& value);
/// A whole number by its name, 0 when it is not there.
std::string count_of(const Json& holder, const char* name);
/// One sentence on what all cells cost.
std::string cost_sentence(double cpu_seconds);

}  // namespace scpp::paper
