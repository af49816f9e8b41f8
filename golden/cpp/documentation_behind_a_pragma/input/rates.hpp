#pragma once

/**
 * @file rates.hpp
 * Rates of a shop, in cents.
 */

#include <cstdint>

std::uint32_t add(std::uint32_t a, std::uint32_t b);
